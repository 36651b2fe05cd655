// Diagnostics of clang and of LLVM's contexts as structures, each with the text that clang prints for it.

#include "diagnostics.h"
#include "context_report.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/Lexer.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include <algorithm>

using namespace clang;
using namespace llvm;

namespace {
sp_severity severityOf(DiagnosticsEngine::Level Level) {
  switch (Level) {
  case DiagnosticsEngine::Ignored:
  case DiagnosticsEngine::Note:
    return SP_NOTE;
  case DiagnosticsEngine::Remark:
    return SP_REMARK;
  case DiagnosticsEngine::Warning:
    return SP_WARNING;
  case DiagnosticsEngine::Error:
    return SP_ERROR;
  case DiagnosticsEngine::Fatal:
    return SP_FATAL;
  }
  llvm_unreachable("all levels are above");
}

class Consumer : public DiagnosticConsumer {
  const sp_report &Report;
  std::string Rendered;
  raw_string_ostream Stream{Rendered};
  TextDiagnosticPrinter Printer;
  const LangOptions *Language = nullptr;

  // Names of files in memory come back as their owner gave them.
  static StringRef plainName(StringRef Name) {
    while (Name.consume_front("./")) {
    }
    return Name;
  }

  // The end of what is marked, or of the token at the place.
  SourceLocation endOf(const Diagnostic &Info, const SourceManager &Sources) const {
    SourceLocation Place = Sources.getExpansionLoc(Info.getLocation()), End;
    for (const CharSourceRange &Range : Info.getRanges()) {
      CharSourceRange Marked = Sources.getExpansionRange(Range);
      SourceLocation Last = Marked.getEnd();
      if (Marked.isTokenRange())
        Last = Lexer::getLocForEndOfToken(Last, 0, Sources, *Language);
      if (Last.isInvalid() || Sources.getFileID(Last) != Sources.getFileID(Place))
        continue;
      if (End.isInvalid() || Sources.getFileOffset(End) < Sources.getFileOffset(Last))
        End = Last;
    }
    if (End.isInvalid() || Sources.getFileOffset(End) < Sources.getFileOffset(Place))
      End = Lexer::getLocForEndOfToken(Place, 0, Sources, *Language);
    return End;
  }

public:
  Consumer(const sp_report &Report, DiagnosticOptions &Options) : Report(Report), Printer(Stream, Options) {}

  void BeginSourceFile(const LangOptions &Options, const Preprocessor *Preprocessor) override {
    Language = &Options;
    Printer.BeginSourceFile(Options, Preprocessor);
  }

  void EndSourceFile() override {
    Printer.EndSourceFile();
    Language = nullptr;
  }

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    Rendered.clear();
    Printer.HandleDiagnostic(Level, Info);
    SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    sp_diagnostic Diagnostic = {};
    Diagnostic.Severity = severityOf(Level);
    Diagnostic.Text = rtc::text(Message);
    Diagnostic.Rendered = rtc::text(Rendered);
    std::string Option = Info.getDiags()->getDiagnosticIDs()->getWarningOptionForDiag(Info.getID()).str();
    if (Level != DiagnosticsEngine::Note)
      Diagnostic.Option = rtc::text(Option);
    std::string File;
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      const SourceManager &Sources = Info.getSourceManager();
      PresumedLoc Start = Sources.getPresumedLoc(Info.getLocation());
      if (Start.isValid()) {
        File = plainName(Start.getFilename()).str();
        Diagnostic.File = rtc::text(File);
        Diagnostic.Line = Start.getLine();
        Diagnostic.Column = Start.getColumn();
        PresumedLoc End = Language ? Sources.getPresumedLoc(endOf(Info, Sources)) : PresumedLoc();
        if (End.isValid()) {
          Diagnostic.EndLine = End.getLine();
          Diagnostic.EndColumn = End.getColumn();
        }
      }
    }
    Report.Diagnostic(Report.Data, &Diagnostic);
  }
};
} // namespace

namespace rtc {
std::unique_ptr<DiagnosticConsumer> consumerOf(const sp_report &Report, DiagnosticOptions &Options) {
  return std::make_unique<Consumer>(Report, Options);
}

void ContextReport::handle(const DiagnosticInfo *Info, void *Data) {
  auto *Self = static_cast<ContextReport *>(Data);
  std::string Message;
  raw_string_ostream Stream(Message);
  DiagnosticPrinterRawOStream Printer(Stream);
  Info->print(Printer);
  sp_severity Severity = SP_NOTE;
  switch (Info->getSeverity()) {
  case DS_Error:
    Severity = SP_ERROR;
    Self->Failed = true;
    break;
  case DS_Warning:
    Severity = SP_WARNING;
    break;
  // Remarks of back ends are for those who asked for them.
  case DS_Remark:
    return;
  case DS_Note:
    break;
  }
  StringRef Function;
  switch (Info->getKind()) {
  case DK_Unsupported:
  case DK_ResourceLimit:
  case DK_StackSize:
  case DK_RegAllocFailure:
    Function = static_cast<const DiagnosticInfoWithLocationBase *>(Info)->getFunction().getName();
    break;
  default:
    break;
  }
  std::string Rendered = (LLVMContext::getDiagnosticMessagePrefix(Info->getSeverity()) + Twine(": ") + Message).str();
  Rendered += '\n';
  sp_diagnostic Diagnostic = {};
  Diagnostic.Severity = Severity;
  Diagnostic.Text = rtc::text(Message);
  Diagnostic.Rendered = rtc::text(Rendered);
  Diagnostic.Function = rtc::text(Function);
  Self->Report.Diagnostic(Self->Report.Data, &Diagnostic);
}

ContextReport::ContextReport(LLVMContext &Context, const sp_report &Report) : Context(Context), Report(Report) {
  Context.setDiagnosticHandlerCallBack(handle, this);
}

ContextReport::~ContextReport() { Context.setDiagnosticHandlerCallBack(nullptr); }
} // namespace rtc
