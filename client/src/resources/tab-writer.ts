/** Rows in columns as kubectl writes them: three spaces between, each column as wide as its widest cell, the last one as it is. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.slice(0, -1).entries()) {
      widths[index] = Math.max(widths[index] ?? 0, [...cell].length)
    }
  }
  const lines = rows.map((row) =>
    row
      .map((cell, index) =>
        index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - [...cell].length + 3),
      )
      .join(''),
  )
  return lines.map((line) => `${line}\n`).join('')
}
