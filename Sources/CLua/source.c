// Source text on its way to Lua's parser: text only, and nothing that the linked release compiles or runs wrongly.
//
// Before 5.4.7 Lua recurses for each field in a row when it looks for the name of a variable for an error. Before 5.4.5 it
// takes a constant `_ENV` for the number of a register.

#include "internal.h"

#include <string.h>

enum { MAX_CHAIN = 200, MAX_NESTING = 240 };

typedef struct Scanner {
    const char *at, *end;
    int line;
    int depth;
    int chain[MAX_NESTING];  // fields in a row, at each depth of brackets
    bool after_dot;
    int environment;         // how many tokens of `_ENV <const>` stand before this one
} Scanner;

static const char *const environment_tokens[] = {"_ENV", "<", "const"};

static bool is_word(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_';
}

static char peek(const Scanner *scanner, size_t ahead) {
    return (size_t)(scanner->end - scanner->at) > ahead ? scanner->at[ahead] : 0;
}

// The number of equals signs of a long bracket that starts here, or -1.
static int long_bracket(const Scanner *scanner) {
    if (peek(scanner, 0) != '[') return -1;
    int level = 0;
    while (peek(scanner, (size_t)level + 1) == '=') level++;
    return peek(scanner, (size_t)level + 1) == '[' ? level : -1;
}

static void skip_long(Scanner *scanner, int level) {
    scanner->at += level + 2;
    while (scanner->at < scanner->end) {
        if (*scanner->at == '\n') scanner->line++;
        if (*scanner->at++ != ']') continue;
        int signs = 0;
        while (peek(scanner, (size_t)signs) == '=') signs++;
        if (signs == level && peek(scanner, (size_t)signs) == ']') {
            scanner->at += signs + 1;
            return;
        }
    }
}

static void skip_comment(Scanner *scanner) {
    scanner->at += 2;
    int level = long_bracket(scanner);
    if (level >= 0) {
        skip_long(scanner, level);
        return;
    }
    while (scanner->at < scanner->end && *scanner->at != '\n' && *scanner->at != '\r') scanner->at++;
}

static void skip_quoted(Scanner *scanner) {
    char quote = *scanner->at++;
    while (scanner->at < scanner->end && *scanner->at != quote) {
        if (*scanner->at == '\n') scanner->line++;
        // A backslash takes the next byte with it; what else belongs to an escape cannot be a quote.
        scanner->at += *scanner->at == '\\' && scanner->end - scanner->at > 1 ? 2 : 1;
    }
    if (scanner->at < scanner->end) scanner->at++;
}

static int *chain_of(Scanner *scanner) {
    int depth = scanner->depth < MAX_NESTING ? scanner->depth : MAX_NESTING - 1;
    return &scanner->chain[depth < 0 ? 0 : depth];
}

static void open_bracket(Scanner *scanner) {
    scanner->depth++;
    *chain_of(scanner) = 0;
}

// `(a.b).c` is a row of two fields.
static void close_bracket(Scanner *scanner, char bracket) {
    int inner = *chain_of(scanner);
    if (scanner->depth > 0) scanner->depth--;
    if (bracket == ')') *chain_of(scanner) = inner;
}

static void follow_environment(Scanner *scanner, const char *token, size_t length) {
    const char *expected = environment_tokens[scanner->environment];
    bool goes_on = length == strlen(expected) && memcmp(token, expected, length) == 0;
    scanner->environment = goes_on ? scanner->environment + 1 : 0;
}

// Steps over one token. False when a chain is too long.
static bool step(Scanner *scanner) {
    char byte = *scanner->at;
    bool dot = false;
    if (byte == '\n' || byte == '\r' || byte == ' ' || byte == '\t' || byte == '\v' || byte == '\f') {
        if (byte == '\n') scanner->line++;
        scanner->at++;
        return true;
    }
    if (byte == '-' && peek(scanner, 1) == '-') {
        skip_comment(scanner);
        return true;
    }
    const char *token = scanner->at;
    int level = long_bracket(scanner);
    if (level >= 0) {
        skip_long(scanner, level);
        *chain_of(scanner) = 0;
    } else if (byte == '"' || byte == '\'') {
        skip_quoted(scanner);
        *chain_of(scanner) = 0;
    } else if (is_word(byte)) {
        while (scanner->at < scanner->end && is_word(*scanner->at)) scanner->at++;
        if (!scanner->after_dot) *chain_of(scanner) = 0;
    } else if (byte == '.' && peek(scanner, 1) == '.') {
        while (peek(scanner, 0) == '.') scanner->at++;
        *chain_of(scanner) = 0;
    } else if (byte == '.') {
        scanner->at++;
        dot = true;
        if (++*chain_of(scanner) > MAX_CHAIN) return false;
    } else if (byte == '[') {
        scanner->at++;
        if (++*chain_of(scanner) > MAX_CHAIN) return false;
        open_bracket(scanner);
    } else if (byte == '(' || byte == '{') {
        scanner->at++;
        *chain_of(scanner) = 0;
        open_bracket(scanner);
    } else if (byte == ')' || byte == ']' || byte == '}') {
        scanner->at++;
        close_bracket(scanner, byte);
    } else {
        scanner->at++;
        *chain_of(scanner) = 0;
    }
    scanner->after_dot = dot;
    follow_environment(scanner, token, (size_t)(scanner->at - token));
    return true;
}

// What is wrong at the place where the scanner stopped; NULL where nothing is.
static const char *scan(Scanner *scanner, int release) {
    while (scanner->at < scanner->end) {
        if (!step(scanner)) return "more than 200 fields in a row need Lua 5.4.7 or later here; put some into a local first";
        if (scanner->environment < 3) continue;
        if (release < 5) return "_ENV <const> needs Lua 5.4.5 or later here; leave out <const>";
        scanner->environment = 0;
    }
    return NULL;
}

static int refuse(lua_State *L, const char *chunk_name, int line, const char *words) {
    // Lua alone knows how it shortens a name; an empty chunk shows it.
    lua_Debug record = {.short_src = "?"};
    if (luaL_loadbufferx(L, "", 0, chunk_name, "t") == LUA_OK)
        lua_getinfo(L, ">S", &record);
    else
        lua_pop(L, 1);
    lua_pushfstring(L, "%s:%d: %s", record.short_src, line, words);
    return LUA_ERRSYNTAX;
}

// As luaL_loadbufferx: the chunk, or the words of an error, is pushed.
int clua_load(lua_State *L, const char *bytes, size_t length, const char *chunk_name) {
    int release = vm_of(L)->release, line;
    if (release < 7) {
        Scanner scanner = {.at = bytes, .end = bytes + length, .line = 1};
        const char *fault = scan(&scanner, release);
        if (fault) return refuse(L, chunk_name, scanner.line, fault);
    }
    int status = luaL_loadbufferx(L, bytes, length, chunk_name, "t");
    const char *fault = status == LUA_OK ? clua_find_miscompiled(L, &line) : NULL;
    if (!fault) return status;
    lua_pop(L, 1);
    return refuse(L, chunk_name, line, fault);
}
