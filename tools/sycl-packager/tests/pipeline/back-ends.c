/* Stands for the compiler library: makes what the stand-ins for llc and ld.lld make, and accepts all SPIR-V.
 *
 * BUILD and LLVM are its build and version; SIZE, and OF_BUILD and so on, say where fields are in its table.
 *
 * STAND_IN_LOG     a file that gets a line for each call
 * STAND_IN_CRASH   a file: names of kernels, a line each, at which it ends by the signal SIGNAL, an environment variable,
 *                  or, if that is not set, with exit code 7; `passes` are all passes
 * STAND_IN_REFUSE  a file: names of kernels that it does not compile; `passes` are all passes
 * STAND_IN_DOOMED  if it is set, the library crashes when it is loaded
 * STAND_IN_HEARD   if it is set, a text that it writes to standard error
 * STAND_IN_NO_LINK if it is set, it links nothing, neither objects nor modules
 * STAND_IN_DOOMED_LINK if it is set, it crashes when it links modules
 */
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    const char *data;
    size_t length;
};

enum back_end { SPIRV, NVPTX, AMDGPU, HOST };

struct file {
    struct text name;
    struct text content;
};

struct module {
    struct text name;
    struct text content;
    enum back_end back_end;
    const struct text *extensions;
    size_t extension_count;
    struct text processor;
    struct text features;
    char level;
};

static _Alignas(16) char table[SIZE];

static void log_call(const char *what) {
    FILE *log = fopen(getenv("STAND_IN_LOG"), "a");
    fprintf(log, "%s\n", what);
    fclose(log);
}

/* Whether a file that a variable names has this line. */
static bool is_listed(const char *variable, const char *name) {
    const char *path = getenv(variable);
    FILE *file = path ? fopen(path, "r") : NULL;
    char line[100];
    bool found = false;
    while (file && fscanf(file, "%99s", line) == 1) found = found || strcmp(line, name) == 0;
    if (file) fclose(file);
    return found;
}

static void crash(void) {
    if (!getenv("SIGNAL")) _Exit(7);
    signal(atoi(getenv("SIGNAL")), SIG_DFL);
    raise(atoi(getenv("SIGNAL")));
}

static void word(char *image, size_t *size, unsigned value) {
    for (int byte = 0; byte < 4; ++byte) image[(*size)++] = (char)(value >> (8 * byte));
}

static void string(char *image, size_t *size, const char *text, size_t words) {
    memset(image + *size, 0, 4 * words);
    memcpy(image + *size, text, strlen(text));
    *size += 4 * words;
}

/* An instruction that is an entry point, and its version. */
static void spirv(char *image, size_t *size, const char *name, char version[4]) {
    size_t words = strlen(name) / 4 + 1;
    word(image, size, (unsigned)(words + 3) << 16 | 15);
    word(image, size, 6);
    word(image, size, 1);
    string(image, size, name, words);
    word(image, size, 3 << 16 | 7);
    word(image, size, 1);
    while (strlen(version) < 3) strcat(version, " ");
    string(image, size, version, 1);
}

static bool emit(const struct module *module, void *data, void (*take)(void *, struct text)) {
    char *image = calloc(8, module->content.length + 100), *content = malloc(module->content.length + 1);
    size_t size = 0;
    memcpy(content, module->content.data, module->content.length);
    content[module->content.length] = 0;
    FILE *log = fopen(getenv("STAND_IN_LOG"), "a");
    fprintf(log, "library-emit %u cpu=%.*s attr=%.*s O%c %.*s\n", module->back_end, (int)module->processor.length,
            module->processor.data, (int)module->features.length, module->features.data, module->level,
            (int)module->name.length, module->name.data);
    fclose(log);
    const unsigned header[] = {0x07230203, 0x10400, 0, 9, 0};
    switch (module->back_end) {
    case SPIRV:
        for (int i = 0; i < 5; ++i) word(image, &size, header[i]);
        break;
    case NVPTX: size = sprintf(image, ".version 8.0\n.target sm_90\n"); break;
    case AMDGPU: size = sprintf(image, "AMD object\n%s", content); break;
    case HOST: size = sprintf(image, "host object\n%s", content); break;
    }
    bool refused = false;
    for (char *line = strtok(content, "\n"); line; line = strtok(NULL, "\n")) {
        char name[100], version[4] = "";
        if (sscanf(line, "; kernel %99s %3s", name, version) != 2) continue;
        if (is_listed("STAND_IN_CRASH", name)) crash();
        refused = refused || is_listed("STAND_IN_REFUSE", name);
        if (module->back_end == SPIRV) spirv(image, &size, name, version);
        if (module->back_end == NVPTX) size += sprintf(image + size, ".visible .entry %s(\n) // %s\n", name, version);
    }
    if (getenv("STAND_IN_HEARD")) fprintf(stderr, "%s\n", getenv("STAND_IN_HEARD"));
    if (!refused) take(data, (struct text){image, size});
    free(image);
    free(content);
    return !refused;
}

/* Without lines that begin with `; --`, unless there is a library. */
static bool link_object(struct text object, struct text library, void *data, void (*take)(void *, struct text)) {
    char *image = calloc(1, object.length + 100), *content = strndup(object.data, object.length);
    log_call(library.length ? "library-link with-library" : "library-link");
    strcpy(image, "made by ld.lld\n");
    for (char *line = strtok(content, "\n"); line; line = strtok(NULL, "\n"))
        if (library.length || strncmp(line, "; --", 4) != 0) strcat(strcat(image, line), "\n");
    bool refused = getenv("STAND_IN_NO_LINK");
    if (!refused) take(data, (struct text){image, strlen(image)});
    free(image);
    free(content);
    return !refused;
}

/* One after the other. */
static bool link_modules(const struct file *files, size_t count, void *data, void (*take)(void *, struct text)) {
    size_t size = 0;
    log_call("library-modules");
    if (getenv("STAND_IN_DOOMED_LINK")) raise(SIGKILL);
    if (getenv("STAND_IN_NO_LINK")) return false;
    for (size_t i = 0; i < count; ++i) size += files[i].content.length;
    char *linked = malloc(size + 1), *end = linked;
    for (size_t i = 0; i < count; ++i) {
        memcpy(end, files[i].content.data, files[i].content.length);
        end += files[i].content.length;
    }
    take(data, (struct text){linked, size});
    free(linked);
    return true;
}

/* What the stand-in for opt does. If they are refused or crash, there is a file that is not whole. */
static bool run_passes(const struct file *module, struct text triple, struct text pipeline, unsigned processes,
                       void *data, void (*take)(void *, struct text)) {
    char command[4096];
    log_call(processes > 1 ? "library-passes-in-processes" : "library-passes");
    bool crashes = is_listed("STAND_IN_CRASH", "passes");
    if (crashes || is_listed("STAND_IN_REFUSE", "passes")) {
        FILE *half = fopen("spirv64-native/split/image_half.bc", "w");
        fputs("; kernel half\n", half);
        fclose(half);
        if (crashes) crash();
        return false;
    }
    snprintf(command, sizeof command,
             "STAND_IN_LOG=/dev/null opt -mtriple=%.*s -load-pass-plugin=plugin.so '-passes=%.*s' %s %.*s",
             (int)triple.length, triple.data, (int)pipeline.length, pipeline.data,
             take ? "-o taken" : "-disable-output", (int)module->name.length, module->name.data);
    if (system(command) != 0) return false;
    if (take) {
        char bitcode[4096];
        FILE *file = fopen("taken", "r");
        take(data, (struct text){bitcode, fread(bitcode, 1, sizeof bitcode, file)});
        fclose(file);
        remove("taken");
    }
    return true;
}

static bool accepts_spirv(struct text words) {
    (void)words;
    log_call("library-check");
    return !getenv("STAND_IN_UNKNOWN");
}

static void set(size_t offset, const void *field, size_t size) { memcpy(table + offset, field, size); }

static void set_text(size_t offset, const char *text) {
    struct text value = {text, strlen(text)};
    set(offset, &value, sizeof value);
}

const void *sycl_rtc_compiler_table(void) {
    size_t size = SIZE;
    if (getenv("STAND_IN_DOOMED")) raise(SIGKILL);
    bool (*emits)(const struct module *, void *, void (*)(void *, struct text)) = emit;
    bool (*links)(struct text, struct text, void *, void (*)(void *, struct text)) = link_object;
    bool (*link)(const struct file *, size_t, void *, void (*)(void *, struct text)) = link_modules;
    bool (*run)(const struct file *, struct text, struct text, unsigned, void *, void (*)(void *, struct text)) =
        run_passes;
    bool (*accepts)(struct text) = accepts_spirv;
    set(OF_SIZE, &size, sizeof size);
    set_text(OF_BUILD, BUILD);
    set_text(OF_LLVM, LLVM);
    set_text(OF_VALIDATOR, "LLVM version 22.0.0");
    set(OF_EMIT, &emits, sizeof emits);
    set(OF_LINK, &links, sizeof links);
    set(OF_LINK_MODULES, &link, sizeof link);
    set(OF_RUN_PASSES, &run, sizeof run);
    set(OF_ACCEPTS, &accepts, sizeof accepts);
    log_call("library-load");
    return table;
}
