// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether an entity is of one translation unit, by its mangled name, and a number for that unit. Included in a namespace.

// Reads mangled names (of the Itanium C++ ABI) far enough to see whether an entity has internal linkage, or one of its
// scopes: `L` in front of an identifier, or an unnamed namespace.
struct mangled_name {
  enum kind : char { scope, arguments, literal, lambda };
  const char *at;
  kind inside[64] = {};
  int depth = 0;

  constexpr void enter(kind k) { if (depth < 63) inside[++depth] = k; }
  constexpr void skip_to(char end) { while (*at && *at != end) ++at; }
  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
  // An identifier behind its length; true if it is that of an unnamed namespace.
  constexpr bool identifier() {
    unsigned long length = 0;
    for (; is_digit(*at); ++at) length = length * 10 + (*at - '0');
    const char *unnamed = "_GLOBAL__N", *start = at;
    while (*unnamed && *at == *unnamed) { ++at; ++unnamed; }
    for (at = start; length && *at; --length) ++at;
    return !*unnamed;
  }
  // The end of something that was entered.
  constexpr void leave() {
    if (depth && inside[depth--] == lambda) skip_to('_');
    else if (inside[depth] == literal) { skip_to('E'); if (depth) --depth; }
  }
  constexpr bool has_internal_linkage() {
    for (at += 4; *at; ++at) { // behind `_ZTS`
      while (is_digit(*at)) if (identifier()) return true;
      switch (*at) {
      case 0: return false;
      case 'E': leave(); break;
      case 'N': case 'Z': case 'F': case 'X': enter(scope); break;
      case 'I': case 'J': enter(arguments); break;
      case 'S': case 'T': if (is_digit(at[1]) || (at[1] >= 'A' && at[1] <= 'Z')) skip_to('_'); else ++at; break;
      case 'A': if (is_digit(at[1])) skip_to('_'); break;
      case 'D':
        ++at;
        if (*at == 'v') skip_to('_');
        else if (*at == 't' || *at == 'T') enter(scope);
        break;
      case 'U':
        if (at[1] == 't') skip_to('_');
        else if (at[1] == 'l') { ++at; enter(lambda); }
        break;
      case 'L':
        if (at[1] == '_') { at += 2; enter(scope); } // the name of another entity
        else if (inside[depth] != arguments) { if (is_digit(at[1])) return true; }
        else if (at[1] == 'N') enter(literal);
        else { ++at; while (is_digit(*at)) if (identifier()) return true; skip_to('E'); }
        break;
      default: break;
      }
      if (!*at) return false;
    }
    return false;
  }
};

// A number for a translation unit, by the name of its main file, which both passes of clang know by the same name.
constexpr unsigned long hash_of(const char *file) {
  unsigned long hash = 0xcbf29ce484222325; // FNV-1a
  for (; *file; ++file) hash = (hash ^ static_cast<unsigned char>(*file)) * 0x100000001b3;
  return hash;
}
