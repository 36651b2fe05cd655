// Ends a source, with an error, before clang's recursion over it needs more stack than there is.
//
// Clang limits how deep brackets nest. What nests without brackets it follows until the stack ends: prefix operators
// and casts in a row, template arguments, statements of statements, chains of `else if`, `a = b = c`, sums. So this
// counts the tokens since the last end of a statement or declaration, those of the brackets around included, and
// weighs them: most of what a sum is made of takes little stack, a prefix operator or a keyword much. Elements of
// lists are beside each other, and commas in statements nest: where braces may be either, what is between commas
// counts little.
//
// Classes nest without tokens: for a class whose bases and members have bases and members clang follows all of them, to
// lay it out, copy and destroy it. Those are counted where a class has been defined.
//
// The parser takes each token from the preprocessor, and from there on gets the end of the file, so it is never deeper
// than what was counted. Directives and arguments of macros are counted by themselves: the preprocessor is recursive,
// too.

#include "nesting.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <memory>
#include <utility>

using namespace clang;
using namespace llvm;

namespace {
// Units that the stack of a compilation suffices for, 256 MiB (`STACK` in compiler_library.rs), with half of it to
// spare. With clang 22 on x86-64 a quarter of it suffices for 10,000 prefix operators in a row, 7,000 casts, 15,000
// nested template arguments, 30,000 nested loops, 80,000 conditional operators, 150,000 commas, or 300,000 additions.
constexpr unsigned Limit = 160'000;
constexpr unsigned Heavy = 8, Light = 1;
// Elements of what may be a list, or expressions between commas: as many as this count as one unit.
constexpr unsigned ElementsOfUnit = 2;

// As clang's limit for brackets. Those of arguments of macros nest before clang sees them.
constexpr unsigned Brackets = 2048;
// As many of instances of templates as clang lets need each other. With clang 22 on x86-64 the stack suffices for three
// times as many.
constexpr unsigned Classes = 1024;
// Units that one `#if` or `#elif` may have.
constexpr unsigned DirectiveLimit = 20'000;

class Watcher {
  // Open brackets.
  struct Level {
    // Units that were counted before it, with all of it, and those that a statement within starts with.
    unsigned Units, Prefix, Base;
    unsigned Elements, Angles;
    enum { Other, Brace, List } Kind;
  };

  Preprocessor &PP;
  SmallVector<Level, 32> Levels;
  // Units that go on until the statement ends, and prefix operators and casts, until their operand.
  unsigned Units = 0, Prefix = 0;
  tok::TokenKind Last = tok::semi;
  bool LastIsOperand = false;
  // Counts of the preprocessor: how many tokens the parser has got, and what it has read for itself since.
  unsigned Given = 0, Directive = 0;
  int Open = 0;
  bool IsOver = false;

  // Whether the last token ended a statement or declaration; then what it counted as is over.
  void endPart(const Token &Tok) {
    if (Last != tok::semi && Last != tok::r_brace)
      return;
    if (Tok.is(tok::kw_else))
      return;
    // `T{} + T{}`
    if (Last == tok::r_brace && !Tok.isOneOf(tok::l_brace, tok::r_brace) && tok::getPunctuatorSpelling(Tok.getKind()))
      return;
    Units = Levels.back().Base;
    Prefix = 0;
    Levels.back().Angles = 0;
    Levels.back().Elements = 0;
  }

  // Whether a brace behind the last token begins a list of initializers.
  bool beginsList() const {
    if (Last == tok::l_brace)
      return Levels.back().Kind == Level::List;
    return Last == tok::equal || Last == tok::comma || Last == tok::l_paren || Last == tok::kw_return;
  }

  // One that the parser gets.
  void add(const Token &Tok) {
    endPart(Tok);
    bool IsPrefix = !LastIsOperand;
    bool IsOperand = Tok.isAnyIdentifier() || Tok.isLiteral();
    switch (Tok.getKind()) {
    case tok::l_paren:
    case tok::l_square:
    case tok::l_brace: {
      // A cast behind a cast looks like a call.
      if (Tok.is(tok::l_paren) && (IsPrefix || Last == tok::r_paren))
        Prefix += Heavy;
      else
        Units += Light;
      auto Kind = Tok.isNot(tok::l_brace) ? Level::Other : beginsList() ? Level::List : Level::Brace;
      Levels.push_back({Units, Prefix, Units + Prefix, 0, 0, Kind});
      Units += std::exchange(Prefix, 0);
      break;
    }
    case tok::r_paren:
    case tok::r_square:
    case tok::r_brace:
      if (Levels.size() > 1) {
        Level Closed = Levels.pop_back_val();
        Units = Closed.Units;
        Prefix = Closed.Prefix;
      }
      IsOperand = true;
      break;
    case tok::comma:
      if (Level &Top = Levels.back(); Top.Kind != Level::Other) {
        Top.Elements += Top.Kind == Level::Brace;
        Prefix = 0;
        Units = Top.Base + Top.Elements / ElementsOfUnit + Top.Angles * Heavy;
      } else {
        Units += Light;
      }
      break;
    case tok::less:
      ++Levels.back().Angles;
      Units += Heavy;
      break;
    case tok::greater:
      Levels.back().Angles -= std::min(Levels.back().Angles, 1u);
      Units += Light;
      break;
    case tok::greatergreater:
      Levels.back().Angles -= std::min(Levels.back().Angles, 2u);
      Units += Light;
      break;
    default:
      if (IsOperand) {
        Prefix = 0;
        Units += tok::isStringLiteral(Tok.getKind()) && tok::isStringLiteral(Last) ? 0 : Light;
      } else if (tok::getKeywordSpelling(Tok.getKind())) {
        Units += Heavy;
      } else if (IsPrefix) {
        Prefix += Heavy;
      } else {
        Units += Light;
      }
    }
    Last = Tok.getKind();
    LastIsOperand = IsOperand;
  }

  // One that the preprocessor reads for itself.
  bool isTooDeepWithin(const Token &Tok) {
    if (PP.isParsingIfOrElifDirective()) {
      Directive = Tok.is(tok::eod) ? 0 : Directive + 1;
      return Directive > DirectiveLimit;
    }
    if (Tok.isOneOf(tok::l_paren, tok::l_brace, tok::l_square))
      ++Open;
    else if (Tok.isOneOf(tok::r_paren, tok::r_brace, tok::r_square))
      --Open;
    return Open > static_cast<int>(Brackets);
  }

  void end(Token &Tok) {
    bool InDirective = PP.isParsingIfOrElifDirective();
    SourceLocation Place = Tok.getLocation();
    Tok.startToken();
    Tok.setKind(InDirective ? tok::eod : tok::eof);
    Tok.setLocation(Place);
  }

public:
  explicit Watcher(Preprocessor &PP) : PP(PP) { Levels.push_back({0, 0, 0, 0, 0, Level::Other}); }

  void operator()(const Token &Read) {
    // It is the one that is about to be given; no other function of the preprocessor's can end a source.
    Token &Tok = const_cast<Token &>(Read);
    if (IsOver) {
      if (Tok.isNot(tok::eof))
        end(Tok);
      return;
    }
    bool IsTooDeep;
    if (unsigned Count = PP.getTokenCount(); Count != Given) {
      Given = Count;
      Directive = 0;
      Open = 0;
      add(Tok);
      IsTooDeep = Units + Prefix > Limit;
    } else {
      IsTooDeep = isTooDeepWithin(Tok);
    }
    if (!IsTooDeep)
      return;
    stop(Tok.getLocation(), "this is too long, or nests too deep, for the compiler's stack; expected it in parts: "
                            "variables, functions, statements");
    end(Tok);
  }

  // Has the source end behind the last token.
  template <unsigned Size> void stop(SourceLocation Place, const char (&Why)[Size]) {
    DiagnosticsEngine &Diagnostics = PP.getDiagnostics();
    Diagnostics.Report(Place, Diagnostics.getCustomDiagID(DiagnosticsEngine::Fatal, Why));
    IsOver = true;
  }
};

std::shared_ptr<Watcher> watch(Preprocessor &PP) {
  auto All = std::make_shared<Watcher>(PP);
  PP.setPreprocessToken(true);
  PP.setTokenWatcher([All](const Token &Tok) { (*All)(Tok); });
  return All;
}

class Deepest : public ASTConsumer {
  std::shared_ptr<Watcher> Tokens;
  // Depths of classes; 1 where those in a class are scalars.
  DenseMap<const TagDecl *, unsigned> Depths;

  // Depth of a class in another one, or of an array of it.
  unsigned depthOf(QualType In) const {
    const clang::Type *Element = In->getBaseElementTypeUnsafe();
    const RecordDecl *Class = Element->isDependentType() ? nullptr : Element->getAsRecordDecl();
    return Class ? Depths.lookup(Class->getCanonicalDecl()) : 0;
  }

  void HandleTagDeclDefinition(TagDecl *Defined) override {
    auto *Class = dyn_cast<RecordDecl>(Defined);
    if (!Class || Class->isInvalidDecl() || Class->isDependentContext())
      return;
    unsigned Depth = 0;
    if (auto *WithBases = dyn_cast<CXXRecordDecl>(Class))
      for (const CXXBaseSpecifier &Base : WithBases->bases())
        Depth = std::max(Depth, depthOf(Base.getType()));
    for (const FieldDecl *Field : Class->fields())
      Depth = std::max(Depth, depthOf(Field->getType()));
    Depths[Class->getCanonicalDecl()] = ++Depth;
    if (Depth == Classes + 1)
      Tokens->stop(Class->getLocation(), "this class has too many classes, each in the next one, for the compiler's "
                                         "stack; expected 1024 at most");
  }

public:
  explicit Deepest(Preprocessor &PP) : Tokens(watch(PP)) {}
};
} // namespace

std::unique_ptr<ASTConsumer> rtc::limitClasses(Preprocessor &PP) { return std::make_unique<Deepest>(PP); }

void rtc::limitNesting(Preprocessor &PP) { watch(PP); }
