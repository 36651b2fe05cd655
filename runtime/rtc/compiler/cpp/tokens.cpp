// Key that a module of the front end is stored under: a hash of the tokens that preprocessing leaves of a source.
//
// Sources with the same hash and arguments give the same module without a diagnostic, if one of them does. So the hash
// has, besides the tokens, what warnings that are on by default look at: which tokens come from macros, from system
// headers, and begin lines. Where a module or a warning may depend on more, the hash is of more (`sp_exactness`): what
// the caller asks for, and what tokens say that ask for their places. Comments, space within lines, and macros that
// nothing uses count only then.

#include "tokens.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/BLAKE3.h"
#include <algorithm>
#include <vector>

using namespace clang;
using namespace llvm;

namespace {
// Events that come into a hash besides tokens, whose kinds are smaller.
enum Event : uint16_t {
  FileEvent = 0xf000,
  MacroEvent,
  PragmaEvent,
  DiagnosticEvent,
  NonNullEvent,
  BodyEvent,
  EndEvent
};

// A hash in the making, of numbers, and of texts with their lengths.
class Digest {
  BLAKE3 Hasher;
  SmallVector<uint8_t, 4096> Pending;

  void flush() {
    Hasher.update(Pending);
    Pending.clear();
  }

public:
  void add(uint32_t Number) {
    for (int Shift = 0; Shift != 32; Shift += 8)
      Pending.push_back(static_cast<uint8_t>(Number >> Shift));
    if (Pending.size() > 4000)
      flush();
  }
  void add(StringRef Text) {
    add(static_cast<uint32_t>(Text.size()));
    if (Text.size() > 64) {
      flush();
      Hasher.update(Text);
    } else {
      Pending.append(Text.bytes_begin(), Text.bytes_end());
    }
  }
  rtc::TokenHash finish() {
    flush();
    return Hasher.final<32>();
  }
};

// Whether a name asks for places, or for types' names, which may have places in them.
bool asksForPlaces(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases({"__builtin_LINE", "__builtin_COLUMN", "__builtin_FILE", "__builtin_FILE_NAME"}, true)
      .Cases({"__builtin_source_location", "__builtin_dump_struct", "__builtin_annotation"}, true)
      .Cases({"__PRETTY_FUNCTION__", "__FUNCSIG__", "__builtin_FUNCSIG"}, true)
      .Default(false);
}

// The tokens of a source.
class Reader {
  Preprocessor &PP;
  const SourceManager &Sources;
  Digest Hash;
  sp_exactness Exactness;
  bool Known = true;
  // Places of each token and macro. Looked at if places count.
  std::vector<SourceLocation> Places;
  std::vector<FileID> Entered;
  // The file of the last token, its text, and where the token begins.
  FileID File;
  StringRef Text;
  unsigned Offset = 0;
  tok::TokenKind Last = tok::unknown;
  // Progress in an annotation.
  enum { None, Name, Parenthesis } Annotation = None;
  // For each open parenthesis the column of its loop, and that of a loop without a body; 0 for none.
  SmallVector<unsigned, 16> Parentheses;
  unsigned LoopColumn = 0, Closed = 0, Empty = 0;

  // Whether a token is on a line after that of the last one.
  bool beginsLine(SourceLocation Place) {
    auto [Of, At] = Sources.getDecomposedLoc(Place);
    if (Of != File) {
      File = Of;
      Text = Sources.getBufferData(Of);
      Offset = At;
      return true;
    }
    unsigned From = std::min(Offset, At), To = std::max(Offset, At);
    Offset = At;
    return Text.slice(From, To).contains('\n');
  }

  // A body on the line after `for (...);` that is further to the right is taken for that of the loop.
  void addLoop(const Token &Tok, SourceLocation Place) {
    if (Empty != 0) {
      Hash.add(BodyEvent);
      Hash.add(Sources.getPresumedColumnNumber(Place) > Empty);
      Empty = 0;
    }
    if (Closed != 0 && Tok.is(tok::semi))
      Empty = Closed;
    Closed = 0;
    if (Tok.is(tok::l_paren)) {
      bool IsLoop = Last == tok::kw_for || Last == tok::kw_while;
      Parentheses.push_back(IsLoop ? LoopColumn : 0);
    } else if (Tok.is(tok::r_paren) && !Parentheses.empty()) {
      Closed = Parentheses.pop_back_val();
    } else if (Tok.isOneOf(tok::kw_for, tok::kw_while)) {
      LoopColumn = Sources.getPresumedColumnNumber(Place);
    }
  }

  // Annotations have a line. That of a free function goes with it, before anything depends on it.
  void addAnnotation(const Token &Tok, StringRef Spelling) {
    switch (Annotation) {
    case None:
      break;
    case Name:
      Annotation = Parenthesis;
      if (Tok.isNot(tok::l_paren))
        break;
      return;
    case Parenthesis:
      if (Tok.isNot(tok::string_literal) || Spelling != "\"sycl-free-function\"")
        raise(SP_PLACES);
      Annotation = None;
      break;
    }
    if (Spelling == "annotate" || Spelling == "__annotate__")
      Annotation = Name;
  }

  void addPlace(SourceLocation Place, StringRef &Previous) {
    PresumedLoc Presumed = Sources.getPresumedLoc(Place);
    if (Presumed.isInvalid()) {
      Hash.add(EndEvent);
      return;
    }
    if (StringRef Name = Presumed.getFilename(); Name != Previous) {
      Hash.add(Name);
      Previous = Name;
    }
    Hash.add(Presumed.getLine());
    Hash.add(Presumed.getColumn());
  }

public:
  Reader(Preprocessor &PP, sp_exactness Exactness) : PP(PP), Sources(PP.getSourceManager()), Exactness(Exactness) {}

  void raise(sp_exactness Least) { Exactness = std::max(Exactness, Least); }
  void giveUp() { Known = false; }

  void add(Event Kind, uint32_t Number, StringRef Text) {
    Hash.add(Kind);
    Hash.add(Number);
    Hash.add(Text);
  }
  void addPlace(SourceLocation Place) { Places.push_back(Place); }
  void addFile(FileID Of) { Entered.push_back(Of); }

  // The kind and the text of a token.
  void addText(const Token &Tok) {
    // What stands for more than its text, such as an embedded file.
    if (Tok.isAnnotation()) {
      giveUp();
      return;
    }
    Hash.add(Tok.getKind());
    if (const IdentifierInfo *Identifier = Tok.getIdentifierInfo()) {
      Hash.add(Identifier->getName());
      addAnnotation(Tok, Identifier->getName());
      if (asksForPlaces(Identifier->getName()))
        raise(SP_PLACES);
    } else if (Tok.isLiteral() || Tok.is(tok::unknown)) {
      SmallString<64> Buffer;
      StringRef Spelling = PP.getSpelling(Tok, Buffer);
      Hash.add(Spelling);
      addAnnotation(Tok, Spelling);
    } else {
      addAnnotation(Tok, "");
    }
  }

  // A token that the parser gets. Where the end is does not matter.
  void add(const Token &Tok) {
    if (Tok.is(tok::eof))
      return;
    SourceLocation Location = Tok.getLocation(), Place = Sources.getExpansionLoc(Location);
    addText(Tok);
    bool OfMacro = Location.isMacroID();
    Hash.add(beginsLine(Place) | OfMacro << 1 | (OfMacro && Sources.isMacroArgExpansion(Location)) << 2 |
             Tok.isAtStartOfLine() << 3);
    addLoop(Tok, Place);
    Last = Tok.getKind();
    addPlace(Location);
  }

  std::optional<rtc::TokenHash> finish() {
    if (!Known)
      return std::nullopt;
    Hash.add(EndEvent);
    Hash.add(Exactness);
    if (Exactness >= SP_PLACES) {
      StringRef Previous;
      for (SourceLocation Place : Places) {
        addPlace(Sources.getExpansionLoc(Place), Previous);
        if (Place.isMacroID()) {
          addPlace(Sources.getExpansionRange(Place).getEnd(), Previous);
          addPlace(Sources.getSpellingLoc(Place), Previous);
        }
      }
    }
    if (Exactness >= SP_TEXTS)
      for (FileID Of : Entered)
        // Not what stands for the arguments.
        if (Sources.getFileEntryRefForID(Of))
          Hash.add(Sources.getBufferData(Of));
    return Hash.finish();
  }
};

// Events of preprocessing besides tokens.
class Events : public PPCallbacks {
  Reader &All;
  const SourceManager &Sources;

public:
  Events(Reader &All, const SourceManager &Sources) : All(All), Sources(Sources) {}

  void FileChanged(SourceLocation Place, FileChangeReason Reason, SrcMgr::CharacteristicKind Kind, FileID) override {
    PresumedLoc Presumed = Sources.getPresumedLoc(Place);
    All.add(FileEvent, Reason << 8 | Kind, Presumed.isValid() ? Presumed.getFilename() : "");
  }
  void LexedFileChanged(FileID Of, LexedFileChangeReason Reason, SrcMgr::CharacteristicKind, FileID,
                        SourceLocation) override {
    if (Reason == LexedFileChangeReason::EnterFile)
      All.addFile(Of);
  }
  void MacroExpands(const Token &Macro, const MacroDefinition &, SourceRange Range, const MacroArgs *) override {
    StringRef Name = Macro.getIdentifierInfo()->getName();
    // They say something else the next time.
    if (Name == "__DATE__" || Name == "__TIME__" || Name == "__TIMESTAMP__")
      All.giveUp();
    All.add(MacroEvent, 0, Name);
    All.addPlace(Macro.getLocation());
    All.addPlace(Range.getEnd());
  }
  void PragmaDiagnostic(SourceLocation, StringRef, diag::Severity Severity, StringRef Option) override {
    // What a warning looks at that is off by default is not known.
    if (Severity != diag::Severity::Ignored)
      All.raise(SP_TEXTS);
    All.add(DiagnosticEvent, static_cast<uint32_t>(Severity), Option);
  }
  void PragmaDiagnosticPush(SourceLocation, StringRef) override { All.add(DiagnosticEvent, 0, "push"); }
  void PragmaDiagnosticPop(SourceLocation, StringRef) override { All.add(DiagnosticEvent, 0, "pop"); }
  void PragmaAssumeNonNullBegin(SourceLocation) override { All.add(NonNullEvent, 1, ""); }
  void PragmaAssumeNonNullEnd(SourceLocation) override { All.add(NonNullEvent, 0, ""); }
  void PragmaDebug(SourceLocation, StringRef) override { All.giveUp(); }
};

// The pragmas of the parser. Some expand macros and some do not, so both ways count.
class Pragmas : public PragmaHandler {
  Reader &All;
  std::string Namespace;

  void add(const Token &Tok) {
    All.addText(Tok);
    All.addPlace(Tok.getLocation());
  }

public:
  Pragmas(Reader &All, StringRef Namespace) : All(All), Namespace(Namespace) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override {
    All.add(PragmaEvent, 0, Namespace);
    add(First);
    if (First.is(tok::eod))
      return;
    std::vector<Token> Rest;
    bool HasMacro = false;
    do {
      PP.LexUnexpandedToken(Rest.emplace_back());
      const Token &Tok = Rest.back();
      add(Tok);
      HasMacro |= Tok.getIdentifierInfo() && PP.getMacroInfo(Tok.getIdentifierInfo());
    } while (Rest.back().isNot(tok::eod));
    if (!HasMacro)
      return;
    PP.EnterTokenStream(Rest, /*DisableMacroExpansion=*/false,
                        /*IsReinject=*/true);
    Token Tok;
    do {
      PP.Lex(Tok);
      add(Tok);
    } while (Tok.isNot(tok::eod));
  }
};

// Takes notice that there is something to say.
class Listener : public DiagnosticConsumer {
  bool &Spoken;

public:
  explicit Listener(bool &Spoken) : Spoken(Spoken) {}
  void HandleDiagnostic(DiagnosticsEngine::Level, const Diagnostic &) override { Spoken = true; }
};

class TokensAction : public ASTFrontendAction {
  sp_exactness Exactness;
  // What the preprocessor needs is in a precompiled header, if there is one.
  bool HasHeader;
  std::optional<rtc::TokenHash> &Result;

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, StringRef) override {
    return std::make_unique<ASTConsumer>();
  }

  void ExecuteAction() override {
    Preprocessor &PP = getCompilerInstance().getPreprocessor();
    rtc::tame(PP);
    Reader All(PP, Exactness);
    PP.addPPCallbacks(std::make_unique<Events>(All, PP.getSourceManager()));
    for (StringRef Namespace : {"", "GCC", "clang"})
      PP.AddPragmaHandler(Namespace, new Pragmas(All, Namespace));
    PP.EnterMainSourceFile();
    Token Tok;
    do {
      PP.Lex(Tok);
      All.add(Tok);
    } while (Tok.isNot(tok::eof));
    Result = All.finish();
  }

public:
  TokensAction(const sp_source &Source, std::optional<rtc::TokenHash> &Result)
      : Exactness(Source.Exactness), HasHeader(Source.Precompiled.Length != 0), Result(Result) {}
  bool usesPreprocessorOnly() const override { return !HasHeader; }
};
} // namespace

namespace rtc {
std::optional<TokenHash> hashOfTokens(const Compilation &Of) {
  std::optional<TokenHash> Hash;
  bool Spoken = false;
  // Leaked by a fatal error.
  auto *Place = new Run;
  bool Read = Of.run(*Place, std::make_unique<TokensAction>(Of.source(), Hash), std::make_unique<Listener>(Spoken));
  delete Place;
  return Read && !Spoken ? Hash : std::nullopt;
}
} // namespace rtc
