// Draws the cell frames of a file with ncurses, and says what CPU time that took.
//
// usage: curses FILE COLUMNS ROWS
//
// FILE holds, for each frame, a count and that many changed cells: place, content, foreground, background, each of 32
// bits. A colour is -1 for the terminal's own, or an entry of the palette. The time is that of telling ncurses the
// changed cells and of refreshing; reading the file is not in it, and neither is the first frame, which draws
// everything. What is sent for the counted frames stands between two OSC sequences.
#define _XOPEN_SOURCE_EXTENDED 1
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <ncursesw/curses.h>

enum { most_pairs = 32768 };

static uint32_t pair_keys[most_pairs];
static int pair_count = 1;

/// The pair of two colours, made when it is first asked for.
static int pair_of(int foreground, int background) {
    static int slots[65536];
    if (foreground < 0 && background < 0) return 0;
    uint32_t key = (uint32_t)(foreground + 1) << 9 | (uint32_t)(background + 1);
    uint32_t slot = key * 2654435761u >> 16;
    while (slots[slot] != 0 && pair_keys[slots[slot]] != key) slot = (slot + 1) & 65535;
    if (slots[slot] == 0 && pair_count < most_pairs) {
        slots[slot] = pair_count;
        pair_keys[pair_count] = key;
        init_extended_pair(pair_count++, foreground, background);
    }
    return slots[slot];
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void mark(const char *text) {
    fflush(stdout);
    if (write(STDOUT_FILENO, text, 9) != 9) exit(1);
}

int main(int count, char **words) {
    FILE *file = count > 3 ? fopen(words[1], "rb") : NULL;
    if (!file) return 2;
    int columns = atoi(words[2]), rows = atoi(words[3]);
    setlocale(LC_ALL, "");
    if (!newterm(NULL, stdout, stdin)) return 3;
    raw(); noecho(); nonl(); curs_set(0); start_color(); use_default_colors();
    if (COLS != columns || LINES != rows) { endwin(); return 4; }
    int32_t *cells = malloc((size_t)(columns * rows) * 16);
    double spent = 0;
    int32_t changed, frame = 0;
    while (fread(&changed, 4, 1, file) == 1 && changed <= columns * rows) {
        if (fread(cells, 16, (size_t)changed, file) != (size_t)changed) break;
        if (frame == 1) mark("\033]begin\033\\");
        double start = seconds();
        for (int32_t *cell = cells; cell < cells + 4 * changed; cell += 4) {
            wchar_t text[2] = {(wchar_t)cell[1], 0};
            cchar_t glyph;
            int pair = pair_of(cell[2], cell[3]);
            setcchar(&glyph, text, 0, (short)pair, &pair);
            mvadd_wch(cell[0] / columns, cell[0] % columns, &glyph);
        }
        refresh();
        if (frame++ > 0) spent += seconds() - start;
    }
    mark("\033]ended\033\\");
    endwin();
    printf("\n0\n%d %.9f\n", frame - 1, spent);
    return frame > 1 ? 0 : 5;
}
