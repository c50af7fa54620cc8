import type { Table, TableColumnDefinition, TableRow } from 'apimachinery/meta/v1'
import { TabWriter } from './tab-writer.js'

/** Options of a table. */
export interface TableTextOptions {
  readonly wide?: boolean | undefined
  readonly noHeaders?: boolean | undefined
  /** A first column with the namespace. */
  readonly withNamespace?: boolean | undefined
  /** Names are written with their kind: `pod/web`. */
  readonly withKind?: string | undefined
  /** Last columns with labels. */
  readonly showLabels?: boolean | undefined
  readonly labelColumns?: readonly string[] | undefined
}

interface RowMetadata {
  readonly namespace?: string
  readonly labels?: Readonly<Record<string, string>>
}

/** Event types in one width. */
const eventTexts: Readonly<Record<string, string>> = { ADDED: 'ADDED   ', DELETED: 'DELETED ', ERROR: 'ERROR   ' }

/** Writes related tables: the column names precede the first row, and each change of columns. */
export class TablePrinter {
  readonly #options: TableTextOptions
  readonly #writer = new TabWriter()
  #columns: readonly TableColumnDefinition[] = []
  #hasHead = false

  constructor(options: TableTextOptions = {}) {
    this.#options = options
  }

  /** A table of the server as text; empty without rows. `event` is the type of the event that brought it. */
  print(table: Table, event?: string): string {
    this.#take(table.columnDefinitions ?? [])
    if (table.rows.length === 0) return ''
    const rows = table.rows.map((row) => [
      ...(event === undefined ? [] : [eventTexts[event] ?? event]),
      ...this.#row(row),
    ])
    const withHead = !this.#hasHead && this.#options.noHeaders !== true
    this.#hasHead = true
    return this.#writer.write(withHead ? [[...(event === undefined ? [] : ['EVENT']), ...this.#head()], ...rows] : rows)
  }

  /** The columns, which events after the first do not repeat. */
  #take(columns: readonly TableColumnDefinition[]): void {
    if (columns.length === 0 || JSON.stringify(columns) === JSON.stringify(this.#columns)) return
    this.#columns = columns
    this.#hasHead = false
  }

  #shown(): { readonly column: TableColumnDefinition; readonly index: number }[] {
    const all = this.#columns.map((column, index) => ({ column, index }))
    return all.filter(({ column }) => this.#options.wide === true || !column.priority)
  }

  #head(): string[] {
    const { withNamespace, showLabels, labelColumns = [] } = this.#options
    return [
      ...(withNamespace === true ? ['NAMESPACE'] : []),
      ...this.#shown().map(({ column }) => column.name.toUpperCase()),
      ...labelColumns.map((each) => (each.split('/').at(-1) ?? '').toUpperCase()),
      ...(showLabels === true ? ['LABELS'] : []),
    ]
  }

  #row(row: TableRow): string[] {
    const { withNamespace, withKind, showLabels, labelColumns = [] } = this.#options
    const { namespace = '', labels = {} } = rowMetadata(row)
    const cells = this.#shown().map(({ column, index }) => {
      const text = cellText(row.cells[index])
      return withKind !== undefined && column.format === 'name' ? `${withKind}/${text}` : text
    })
    return [
      ...(withNamespace === true ? [namespace] : []),
      ...cells,
      ...labelColumns.map((each) => (Object.hasOwn(labels, each) ? (labels[each] ?? '') : '')),
      ...(showLabels === true ? [labelText(labels)] : []),
    ]
  }
}

/** A table of the server as text. */
export function tableText(table: Table, options: TableTextOptions = {}): string {
  return new TablePrinter(options).print(table)
}

function rowMetadata({ object }: TableRow): RowMetadata {
  return (object as { metadata?: RowMetadata } | undefined)?.metadata ?? {}
}

/** A cell in one line, empty when there is nothing; what would steer the terminal is escaped. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  const [line = ''] = text.split(/[\r\n\f]/, 1)
  const shown = line === text ? text : `${line}...`
  return Array.from(shown, (character) =>
    isControl(character) ? `^${String.fromCharCode(character.charCodeAt(0) + 64)}` : character,
  ).join('')
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  return pairs.length === 0 ? '<none>' : pairs.sort().join(',')
}

function isControl(character: string): boolean {
  return character < ' ' && character !== '\t'
}
