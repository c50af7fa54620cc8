import { MachineryError } from 'apimachinery/errors'
import { JSONPath } from 'apimachinery/meta'
import { relaxedJSONPath } from './relaxed-json-path.js'
import { TabWriter } from './tab-writer.js'

/** Columns that a user names: `NAME:.metadata.name,IMAGE:.spec.containers[*].image`. */
export class CustomColumns {
  readonly #columns: readonly { readonly header: string; readonly path: JSONPath }[]

  /** @throws MachineryError in kubectl's wording */
  constructor(spec: string) {
    if (spec === '')
      throw new MachineryError('InvalidColumns', 'custom-columns format specified but no custom columns given')
    this.#columns = spec.split(',').map((column) => {
      const [header = '', path, ...more] = column.split(':')
      if (path === undefined || more.length > 0) {
        const message = `unexpected custom-columns spec: ${column}, expected <header>:<json-path-expr>`
        throw new MachineryError('InvalidColumns', message)
      }
      return { header, path: JSONPath.parse(relaxedJSONPath(path), { allowMissingKeys: true }) }
    })
  }

  /** The objects in these columns; `writer` keeps columns as wide as they were. */
  text(objects: readonly object[], noHeaders = false, writer = new TabWriter()): string {
    const rows = objects.map((object) => this.#columns.map(({ path }) => cellOf(path, object)))
    return writer.write(noHeaders ? rows : [this.#columns.map(({ header }) => header), ...rows])
  }
}

function cellOf(path: JSONPath, object: object): string {
  const values = path.findResults(object).flat()
  if (values.length === 0) return '<none>'
  return values.map(valueText).join(',')
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '<none>'
  if (Array.isArray(value)) return `[${value.map(valueText).join(' ')}]`
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `map[${entries.map(([key, each]) => `${key}:${valueText(each)}`).join(' ')}]`
}
