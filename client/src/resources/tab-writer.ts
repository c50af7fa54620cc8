/** Narrowest column, including the space after it. */
const minimum = 6
const padding = 3

/**
 * Writes rows in columns as kubectl does: three spaces between, each column as wide as its widest cell, the last one
 * unpadded. Columns of later rows are at least as wide.
 */
export class TabWriter {
  readonly #widths: number[] = []

  /** The rows as lines. */
  write(rows: readonly (readonly string[])[]): string {
    for (const row of rows) {
      for (const [index, cell] of row.slice(0, -1).entries()) {
        this.#widths[index] = Math.max(this.#widths[index] ?? minimum, [...cell].length + padding)
      }
    }
    return rows.map((row) => `${this.#line(row)}\n`).join('')
  }

  #line(row: readonly string[]): string {
    const cells = row.map((cell, index) =>
      index === row.length - 1 ? cell : cell + ' '.repeat((this.#widths[index] ?? 0) - [...cell].length),
    )
    return cells.join('')
  }
}

/** Rows in columns, once. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  return new TabWriter().write(rows)
}
