import type { Table, TableRow } from 'apimachinery/meta/v1'
import { inColumns } from './tab-writer.js'

/** What a table shows. */
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

/** A table of the server as text. */
export function tableText(table: Table, options: TableTextOptions = {}): string {
  const { wide, noHeaders, withNamespace, withKind, showLabels, labelColumns = [] } = options
  const columns = table.columnDefinitions
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => wide === true || column.priority === 0 || column.priority === undefined)
  const head = [
    ...(withNamespace === true ? ['NAMESPACE'] : []),
    ...columns.map(({ column }) => column.name.toUpperCase()),
    ...labelColumns.map((each) => (each.split('/').at(-1) ?? '').toUpperCase()),
    ...(showLabels === true ? ['LABELS'] : []),
  ]
  const rows = table.rows.map((row) => {
    const { namespace = '', labels = {} } = metadataOf(row)
    const cells = columns.map(({ column, index }) => {
      const text = cellText(row.cells[index])
      return withKind !== undefined && column.format === 'name' ? `${withKind}/${text}` : text
    })
    return [
      ...(withNamespace === true ? [namespace] : []),
      ...cells,
      ...labelColumns.map((each) => (Object.hasOwn(labels, each) ? (labels[each] ?? '') : '')),
      ...(showLabels === true ? [labelText(labels)] : []),
    ]
  })
  return inColumns(noHeaders === true ? rows : [head, ...rows])
}

function metadataOf({ object }: TableRow): RowMetadata {
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
