// Source text on its way to Lua's parser: text only, and no chain of fields so long that Lua, naming the variable
// of an error, would walk it back link by link (it recurses, and looks through the function for each link).

#include "internal.h"

#include <string.h>

enum { MAX_CHAIN = 200, MAX_NESTING = 240 };

typedef struct Scanner {
    const char *at, *end;
    int line;
    int depth;
    int chain[MAX_NESTING];  // fields in a row, at each depth of brackets
    bool after_dot;
} Scanner;

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

// Steps over one token. False when a chain is too long.
static bool step(Scanner *scanner) {
    char byte = *scanner->at;
    bool dot = false;
    if (byte == '\n' || byte == '\r' || byte == ' ' || byte == '\t') {
        if (byte == '\n') scanner->line++;
        scanner->at++;
        return true;
    }
    if (byte == '-' && peek(scanner, 1) == '-') {
        skip_comment(scanner);
        return true;
    }
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
        if (scanner->depth > 0) scanner->depth--;
    } else {
        scanner->at++;
        *chain_of(scanner) = 0;
    }
    scanner->after_dot = dot;
    return true;
}

// As luaL_loadbufferx: the chunk, or the words of an error, is pushed.
int clua_load(lua_State *L, const char *bytes, size_t length, const char *chunk_name) {
    Scanner scanner = {.at = bytes, .end = bytes + length, .line = 1};
    while (scanner.at < scanner.end) {
        if (step(&scanner)) continue;
        const char *name = chunk_name[0] == '@' || chunk_name[0] == '=' ? chunk_name + 1 : "(load)";
        lua_pushfstring(L, "%s:%d: more than %d fields in a row", name, scanner.line, MAX_CHAIN);
        return LUA_ERRSYNTAX;
    }
    return luaL_loadbufferx(L, bytes, length, chunk_name, "t");
}
