import type { Table, TableRow } from '../src/meta/v1/types.gen.js'

/** Options of a table. */
export interface TableTextOptions {
  /** The columns of low priority, too. */
  readonly wide: boolean
  readonly noHeaders: boolean
  /** A first column with the namespace. */
  readonly withNamespace: boolean
  /** Names are written with their kind: `pod/web`. */
  readonly withKind?: string | undefined
}

/** A table as `kubectl get` prints it: three spaces between the columns, the last one as it is. */
export function tableText(table: Pick<Table, 'columnDefinitions' | 'rows'>, options: TableTextOptions): string {
  const shown = table.columnDefinitions
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => options.wide || !column.priority)
  const head = shown.map(({ column }) => column.name.toUpperCase())
  const rows = table.rows.map((row) => {
    const cells = shown.map(({ column, index }) => {
      const text = cellText(row.cells?.[index])
      return options.withKind !== undefined && column.format === 'name' ? `${options.withKind}/${text}` : text
    })
    return options.withNamespace ? [namespaceOf(row), ...cells] : cells
  })
  const titles = options.withNamespace ? ['NAMESPACE', ...head] : head
  return inColumns(options.noHeaders ? rows : [titles, ...rows])
}

function namespaceOf({ object }: TableRow): string {
  const { metadata } = (object ?? {}) as { metadata?: { namespace?: unknown } | null }
  return cellText(metadata?.namespace ?? '')
}

/** A cell in one line, empty when there is nothing; what would steer the terminal is escaped. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  const [line = ''] = text.split(/[\r\n\f]/, 1)
  return Array.from(line === text ? text : `${line}...`, visible).join('')
}

function visible(character: string): string {
  const isControl = character < ' ' && character !== '\t'
  return isControl ? `^${String.fromCharCode(character.charCodeAt(0) + 64)}` : character
}

function inColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, [...cell].length)
  }
  const padded = (cell: string, column: number): string =>
    cell + ' '.repeat((widths[column] ?? 0) - [...cell].length + 3)
  return rows.map((row) => `${row.slice(0, -1).map(padded).join('')}${row.at(-1) ?? ''}\n`).join('')
}
