// clang's table of options, as far as its front end (`clang -cc1`) reads arguments: without the texts of `--help`, and
// what options of the driver stand for. Addresses of such texts are all over clang's own table, 0.3 MB that are
// relocated whenever the library is loaded. Weak, as the functions of builtin_tables.cpp.

#include "clang/Options/Options.h"
#include "llvm/Option/OptTable.h"

using namespace clang::options;
using namespace llvm::opt;

namespace {
#define OPTTABLE_STR_TABLE_CODE
#include "clang/Options/Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "clang/Options/Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

#define OPTTABLE_PREFIXES_UNION_CODE
#include "clang/Options/Options.inc"
#undef OPTTABLE_PREFIXES_UNION_CODE

#define OF_FRONT_END(TEXT, VISIBILITY) ((VISIBILITY) & CC1Option ? TEXT : nullptr)

constexpr OptTable::Info Table[] = {
#define OPTION(PREFIXES, NAME, ID, KIND, GROUP, ALIAS, ALIASARGS, FLAGS, VISIBILITY, PARAM, HELPTEXT,                  \
               HELPTEXTSFORVARIANTS, METAVAR, VALUES, SUBCOMMANDIDS)                                                   \
  LLVM_CONSTRUCT_OPT_INFO(PREFIXES, NAME, ID, KIND, GROUP, ALIAS, OF_FRONT_END(ALIASARGS, VISIBILITY), FLAGS,          \
                          VISIBILITY, PARAM, nullptr, {}, nullptr, nullptr, SUBCOMMANDIDS),
#include "clang/Options/Options.inc"
#undef OPTION
};

class Options : public PrecomputedOptTable {
public:
  Options() : PrecomputedOptTable(OptionStrTable, OptionPrefixesTable, Table, OptionPrefixesUnion) {}
};
} // namespace

__attribute__((weak)) const OptTable &clang::getDriverOptTable() {
  static Options Table;
  return Table;
}
