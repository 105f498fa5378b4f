/* Reads Markdown and aligns the columns of its tables: a typical filter in C. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_rows = 4096, max_columns = 64, line_bytes = 8192 };

static char *rows[max_rows];
static int row_count;

/* Splits a row into cells, trimmed in place; returns their number. */
static int split(char *row, char *cells[max_columns]) {
  int count = 0;
  for (char *at = strchr(row, '|'); at && count < max_columns;) {
    char *begin = at + 1, *end = strchr(begin, '|');
    if (!end) break;
    at = end;
    *end = '\0';
    while (*begin == ' ') begin++;
    while (end > begin && end[-1] == ' ') *--end = '\0';
    cells[count++] = begin;
  }
  return count;
}

static int is_rule(const char *cell) { return cell[0] && cell[strspn(cell, "-:")] == '\0'; }

/* Characters, assuming that all have the same width. */
static size_t width_of(const char *text) {
  size_t width = 0;
  for (; *text; text++) width += (*text & 0xC0) != 0x80;
  return width;
}

static void write_table(void) {
  static char *cells[max_rows][max_columns];
  static int counts[max_rows];
  size_t widths[max_columns] = {0};
  for (int row = 0; row < row_count; row++) {
    counts[row] = split(rows[row], cells[row]);
    for (int column = 0; column < counts[row]; column++) {
      size_t width = is_rule(cells[row][column]) ? 3 : width_of(cells[row][column]);
      if (width > widths[column]) widths[column] = width;
    }
  }
  for (int row = 0; row < row_count; row++) {
    putchar('|');
    for (int column = 0; column < counts[row]; column++) {
      const char *cell = cells[row][column];
      int rule = is_rule(cell);
      putchar(' ');
      if (rule) for (size_t at = 0; at < widths[column]; at++) putchar('-');
      else printf("%s%*s", cell, (int)(widths[column] - width_of(cell)), "");
      fputs(" |", stdout);
    }
    putchar('\n');
    free(rows[row]);
  }
  row_count = 0;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "align-table <from> <to>\n");
    return 2;
  }
  if (!freopen(arguments[1], "r", stdin) || !freopen(arguments[2], "w", stdout)) {
    perror("align-table");
    return 1;
  }
  static char line[line_bytes];
  int tables = 0;
  while (fgets(line, sizeof line, stdin)) {
    if (line[0] == '|' && row_count < max_rows) {
      rows[row_count++] = strdup(line);
      continue;
    }
    if (row_count) write_table(), tables++;
    fputs(line, stdout);
  }
  if (row_count) write_table(), tables++;
  fprintf(stderr, "%d tables\n", tables);
  return 0;
}
