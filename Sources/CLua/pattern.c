#include "pattern.h"

#include <string.h>

// Compiling. The first fault ends it: nothing behind it can be reached.

typedef struct Reader {
    Match *match;
    const char *at, *end;
    int open[MAX_CAPTURES];  // captures that are not closed yet
    int depth;
    bool closed[MAX_CAPTURES];
} Reader;

static void fail(Reader *reader, Node *node, Fault fault) {
    node->kind = NODE_FAULT;
    node->first = (uint8_t)fault;
    reader->at = reader->end;
}

static void add_byte(uint64_t *set, unsigned byte) { set[byte >> 6] |= UINT64_C(1) << (byte & 63); }
static bool holds(const uint64_t *set, unsigned char byte) { return set[byte >> 6] >> (byte & 63) & 1; }

typedef struct Class {
    char letter;
    uint64_t low, high;  // the bytes from 0 on, and from 64 on
} Class;

// What stands behind a percent sign: a class, the complement of one, or the character itself.
static void add_escape(uint64_t *set, unsigned char letter) {
    static const Class classes[] = {
        {'a', 0, 0x07FFFFFE07FFFFFE},
        {'c', 0x00000000FFFFFFFF, 0x8000000000000000},
        {'d', 0x03FF000000000000, 0},
        {'g', 0xFFFFFFFE00000000, 0x7FFFFFFFFFFFFFFF},
        {'l', 0, 0x07FFFFFE00000000},
        {'p', 0xFC00FFFE00000000, 0x78000001F8000001},
        {'s', 0x0000000100003E00, 0},
        {'u', 0, 0x0000000007FFFFFE},
        {'w', 0x03FF000000000000, 0x07FFFFFE07FFFFFE},
        {'x', 0x03FF000000000000, 0x0000007E0000007E},
        {'z', 1, 0},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        const Class *class = &classes[i];
        if ((letter | 0x20) != class->letter) continue;
        uint64_t complement = letter & 0x20 ? 0 : UINT64_MAX;
        set[0] |= class->low ^ complement;
        set[1] |= class->high ^ complement;
        set[2] |= complement;
        set[3] |= complement;
        return;
    }
    add_byte(set, letter);
}

// Leaves the reader behind the bracket that closes the set it stands at, and answers that bracket's place; NULL where
// there is none.
static const char *end_of_set(Reader *reader) {
    const char *at = reader->at + 1;
    if (at < reader->end && *at == '^') at++;
    bool first = true;  // a closing bracket right at the start stands for itself
    while (at < reader->end && (first || *at != ']')) {
        at += *at == '%' && reader->end - at > 1 ? 2 : 1;
        first = false;
    }
    if (at >= reader->end) return NULL;
    reader->at = at + 1;
    return at;
}

// Reads the set at which the reader stands. False where it has no end: the node is a fault then.
static bool read_set(Reader *reader, Node *node) {
    uint64_t *set = node->set;
    const char *at = reader->at + 1;
    const char *end = end_of_set(reader);
    if (!end) {
        fail(reader, node, FAULT_MISSING_BRACKET);
        return false;
    }
    bool complement = at < end && *at == '^';
    if (complement) at++;
    while (at < end) {
        if (*at == '%') {
            if (++at < end) add_escape(set, (unsigned char)*at++);
        } else if (end - at > 2 && at[1] == '-') {
            for (unsigned byte = (unsigned char)at[0]; byte <= (unsigned char)at[2]; byte++) add_byte(set, byte);
            at += 3;
        } else {
            add_byte(set, (unsigned char)*at++);
        }
    }
    for (int i = 0; complement && i < 4; i++) set[i] = ~set[i];
    return true;
}

static void read_repeat(Reader *reader, Node *node) {
    if (reader->at >= reader->end) return;
    switch (*reader->at) {
        case '*': node->repeat = REPEAT_MOST; break;
        case '+': node->repeat = REPEAT_MOST; node->minimum = 1; break;
        case '-': node->repeat = REPEAT_FEWEST; break;
        case '?': node->repeat = REPEAT_OPTIONAL; break;
        default: return;
    }
    reader->at++;
}

static void read_open(Reader *reader, Node *node) {
    if (reader->match->capture_count == MAX_CAPTURES) {
        fail(reader, node, FAULT_TOO_MANY_CAPTURES);
        return;
    }
    int number = reader->match->capture_count++;
    node->first = (uint8_t)number;
    reader->at++;
    if (reader->at < reader->end && *reader->at == ')') {
        reader->at++;
        node->kind = NODE_POSITION;
        reader->closed[number] = true;
        return;
    }
    node->kind = NODE_OPEN;
    reader->open[reader->depth++] = number;
}

static void read_close(Reader *reader, Node *node) {
    if (reader->depth == 0) {
        fail(reader, node, FAULT_NOTHING_TO_CLOSE);
        return;
    }
    node->kind = NODE_CLOSE;
    node->first = (uint8_t)reader->open[--reader->depth];
    reader->closed[node->first] = true;
    reader->at++;
}

static void read_balance(Reader *reader, Node *node) {
    if (reader->end - reader->at < 4) {
        fail(reader, node, FAULT_MISSING_BALANCE);
        return;
    }
    node->kind = NODE_BALANCE;
    node->first = (uint8_t)reader->at[2];
    node->second = (uint8_t)reader->at[3];
    reader->at += 4;
}

static void read_frontier(Reader *reader, Node *node) {
    reader->at += 2;
    if (reader->at >= reader->end || *reader->at != '[') {
        fail(reader, node, FAULT_MISSING_SET);
        return;
    }
    node->kind = NODE_FRONTIER;
    read_set(reader, node);
}

static void read_back(Reader *reader, Node *node, char letter) {
    int number = letter - '1';
    if (number < 0 || number >= reader->match->capture_count || !reader->closed[number]) {
        node->second = (uint8_t)letter;
        fail(reader, node, FAULT_NO_SUCH_CAPTURE);
        return;
    }
    node->kind = NODE_BACK;
    node->first = (uint8_t)number;
    reader->at += 2;
}

static void read_single(Reader *reader, Node *node) {
    char byte = *reader->at;
    if (byte == '[') {
        node->kind = NODE_SET;
        if (!read_set(reader, node)) return;
    } else if (byte == '%') {
        if (reader->end - reader->at < 2) {
            fail(reader, node, FAULT_ENDS_WITH_PERCENT);
            return;
        }
        node->kind = NODE_SET;
        add_escape(node->set, (unsigned char)reader->at[1]);
        reader->at += 2;
    } else {
        node->kind = byte == '.' ? NODE_ANY : NODE_BYTE;
        node->first = (uint8_t)byte;
        reader->at++;
    }
    read_repeat(reader, node);
}

static void read_node(Reader *reader, Node *node) {
    char byte = *reader->at;
    char letter = byte == '%' && reader->end - reader->at > 1 ? reader->at[1] : 0;
    if (byte == '(') {
        read_open(reader, node);
    } else if (byte == ')') {
        read_close(reader, node);
    } else if (byte == '$' && reader->at + 1 == reader->end) {
        node->kind = NODE_END;
        reader->at++;
    } else if (letter == 'b') {
        read_balance(reader, node);
    } else if (letter == 'f') {
        read_frontier(reader, node);
    } else if (letter >= '0' && letter <= '9') {
        read_back(reader, node, letter);
    } else {
        read_single(reader, node);
    }
}

void clua_compile_pattern(Match *match, const char *pattern, size_t length, Node *nodes) {
    Reader reader = {.match = match, .at = pattern, .end = pattern + length};
    match->nodes = nodes;
    match->count = 0;
    match->capture_count = 0;
    while (reader.at < reader.end) {
        Node *node = &nodes[match->count++];
        memset(node, 0, sizeof *node);
        read_node(&reader, node);
    }
    for (int number = 0; number < match->capture_count; number++)
        match->captures[number] = (Capture){.is_open = !reader.closed[number]};
}

// Matching

static bool takes(const Node *node, const char *at) {
    switch (node->kind) {
        case NODE_ANY: return true;
        case NODE_BYTE: return (uint8_t)*at == node->first;
        default: return holds(node->set, (unsigned char)*at);
    }
}

// The end of a balanced run that starts at `at`, or NULL.
static const char *balanced(Match *match, const Node *node, const char *at) {
    if (at >= match->end || (uint8_t)*at != node->first) return NULL;
    size_t depth = 1;
    while (++at < match->end) {
        clua_step(match);
        if ((uint8_t)*at == node->second) {
            if (--depth == 0) return at + 1;
        } else if ((uint8_t)*at == node->first) {
            depth++;
        }
    }
    return NULL;
}

static const char *repeated(Match *match, const Node *node, const char *at) {
    const Capture *capture = &match->captures[node->first];
    if (capture->is_position || (size_t)(match->end - at) < capture->length) return NULL;
    match->steps |= (uint32_t)(capture->length >= 1024 ? 1023 : 0);  // a long comparison is a step to be charged
    clua_step(match);
    return memcmp(capture->start, at, capture->length) == 0 ? at + capture->length : NULL;
}

static bool at_frontier(const Match *match, const Node *node, const char *at) {
    unsigned char before = at == match->subject ? 0 : (unsigned char)at[-1];
    unsigned char here = at == match->end ? 0 : (unsigned char)*at;
    return !holds(node->set, before) && holds(node->set, here);
}

// The node matched as often as it can be from `at` on; `low` is where it may end at least. NULL when that fails.
static const char *take_most(Match *match, Node *node, const char *at) {
    const char *limit = match->end;
    if (node->repeat == REPEAT_OPTIONAL && limit - at > 1) limit = at + 1;
    const char *start = at;
    while (at < limit && takes(node, at)) {
        clua_step(match);
        at++;
    }
    if (at - start < node->minimum) return NULL;
    node->low = start + node->minimum;
    return at;
}

static void raise_fault(lua_State *L, const Node *node) {
    switch ((Fault)node->first) {
        case FAULT_ENDS_WITH_PERCENT: luaL_error(L, "malformed pattern (ends with '%%')"); return;
        case FAULT_MISSING_BRACKET: luaL_error(L, "malformed pattern (missing ']')"); return;
        case FAULT_MISSING_BALANCE: luaL_error(L, "malformed pattern (missing arguments to '%%b')"); return;
        case FAULT_MISSING_SET: luaL_error(L, "missing '[' after '%%f' in pattern"); return;
        case FAULT_TOO_MANY_CAPTURES: luaL_error(L, "too many captures"); return;
        case FAULT_NOTHING_TO_CLOSE: luaL_error(L, "invalid pattern capture"); return;
        case FAULT_NO_SUCH_CAPTURE: luaL_error(L, "invalid capture index %%%c", node->second); return;
    }
}

// One node at `at`: where it ends, or NULL.
static const char *advance(Match *match, Node *node, const char *at) {
    Capture *capture = &match->captures[node->first < MAX_CAPTURES ? node->first : 0];
    switch ((NodeKind)node->kind) {
        case NODE_OPEN:
            capture->start = at;
            capture->is_position = false;
            return at;
        case NODE_CLOSE: capture->length = (size_t)(at - capture->start); return at;
        case NODE_POSITION:
            capture->start = at;
            capture->is_position = true;
            return at;
        case NODE_BACK: return repeated(match, node, at);
        case NODE_BALANCE: return balanced(match, node, at);
        case NODE_FRONTIER: return at_frontier(match, node, at) ? at : NULL;
        case NODE_END: return at == match->end ? at : NULL;
        case NODE_FAULT: raise_fault(match->L, node); return NULL;
        case NODE_SET:
        case NODE_ANY:
        case NODE_BYTE: break;
    }
    switch ((Repeat)node->repeat) {
        case REPEAT_ONCE: return at < match->end && takes(node, at) ? at + 1 : NULL;
        case REPEAT_FEWEST: return at;
        case REPEAT_OPTIONAL:
        case REPEAT_MOST: return take_most(match, node, at);
    }
    return NULL;
}

// The next choice of a node that has more than one: where it ends then, or NULL when there is none left.
static const char *retry(Match *match, Node *node) {
    if (node->repeat == REPEAT_FEWEST)
        return node->at < match->end && takes(node, node->at) ? ++node->at : NULL;
    return node->at > node->low ? --node->at : NULL;
}

const char *clua_match(Match *match, const char *start) {
    const char *at = start;
    int32_t choice = -1;
    int32_t place = 0;
    while (place < match->count) {
        Node *node = &match->nodes[place];
        clua_step(match);
        const char *next = advance(match, node, at);
        if (next && node->repeat != REPEAT_ONCE) {
            node->at = next;
            node->previous = choice;
            choice = place;
        }
        while (!next && choice >= 0) {
            clua_step(match);
            node = &match->nodes[place = choice];
            next = retry(match, node);
            if (!next) choice = node->previous;
        }
        if (!next) return NULL;
        at = next;
        place++;
    }
    return at;
}

// Captures

void clua_push_capture(Match *match, int number, const char *start, const char *end) {
    if (number >= match->capture_count) {
        if (number) luaL_error(match->L, "invalid capture index %%%d", number + 1);
        lua_pushlstring(match->L, start, (size_t)(end - start));
        return;
    }
    const Capture *capture = &match->captures[number];
    if (capture->is_open) luaL_error(match->L, "unfinished capture");
    if (capture->is_position)
        lua_pushinteger(match->L, capture->start - match->subject + 1);
    else
        lua_pushlstring(match->L, capture->start, capture->length);
}

int clua_push_captures(Match *match, const char *start, const char *end) {
    int count = match->capture_count ? match->capture_count : 1;
    luaL_checkstack(match->L, count, "too many captures");
    for (int number = 0; number < count; number++) clua_push_capture(match, number, start, end);
    return count;
}
