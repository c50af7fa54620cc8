import { MachineryError } from '../../errors/machinery-error.js'
import { appendAll } from '../../internal/append-all.js'
import { numberText } from '../../internal/number-text.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { walk } from './evaluate.js'
import { FloatLiteral, type PathNode, type PathNodes } from './nodes.js'
import { parseTemplate } from './parser.js'

/** Longest text that a template becomes. */
const longestText = 50_000_000

/** What a range holds: results, and where it ends; undefined where nothing ends it. */
interface Block {
  readonly results: unknown[][]
  readonly end: number | undefined
}

/** How a path is followed. */
export interface JSONPathOptions {
  /** A property that is not there is an empty result and no error. Default: false. */
  readonly allowMissingKeys?: boolean
}

/**
 * A path into objects, in Kubernetes' dialect of JSONPath: `{.status.conditions[?(@.type=="Ready")].status}`. Supports
 * fields, indexes and slices, filters, unions, wildcards, recursive descent, literals, text between paths, and
 * `{range …}` to `{end}`.
 *
 * Differs from Go in the order of a wildcard's results (by key), and in that filters always treat a number without fraction
 * as an integer.
 */
export class JSONPath {
  readonly #nodes: PathNodes
  readonly #allowMissingKeys: boolean

  private constructor(nodes: PathNodes, { allowMissingKeys = false }: JSONPathOptions) {
    this.#nodes = nodes
    this.#allowMissingKeys = allowMissingKeys
  }

  /** Reads a template. @throws {@link MachineryError} `InvalidJSONPath`. */
  static parse(template: string, options: JSONPathOptions = {}): JSONPath {
    return new JSONPath(parseTemplate(template), options)
  }

  /**
   * The values at the path: a list for each path and each text of the template, those within a range once for each of
   * its values.
   *
   * @throws {@link MachineryError} `JSONPathFailed` when the data is not what the path expects.
   */
  findResults(data: object): unknown[][] {
    return this.#block(data, 0, 0).results
  }

  /** Follows the nodes from `start` to the end of their range. */
  #block(data: unknown, start: number, depth: number): Block {
    const results: unknown[][] = []
    for (let i = start; i < this.#nodes.length; i++) {
      const node = this.#nodes[i]!
      if (depth > 0 && isIdentifier(node, 'end')) return { results, end: i }
      if (!isIdentifier(node, 'range')) {
        results.push(this.#values(data, node))
        continue
      }
      const values = this.#values(data, withoutFirst(node))
      // What a range over nothing holds is followed all the same, to its end.
      const blocks = (values.length === 0 ? [undefined] : values).map((value) => this.#block(value, i + 1, depth + 1))
      if (values.length > 0) for (const block of blocks) appendAll(results, block.results)
      // As in Go, a range that is never ended continues with the outer object.
      i = blocks.at(-1)?.end ?? i
    }
    return { results, end: undefined }
  }

  #values(data: unknown, node: PathNode): unknown[] {
    const { values, error } = walk([data], [node], this.#allowMissingKeys)
    if (error !== undefined) throw new MachineryError('JSONPathFailed', error)
    return values.map((value) => (value instanceof FloatLiteral ? value.value : value))
  }

  /**
   * The values at the path as text, those of one path separated by spaces.
   *
   * @throws as {@link JSONPath.findResults}, and for texts of more than 50,000,000 characters: `{..a}` repeats what is
   * deep.
   */
  execute(data: object): string {
    const texts = new Map<unknown, string>()
    let length = 0
    const print = (value: unknown): string => {
      // Templates may name one object any number of times.
      const text = texts.get(value) ?? printValue(value)
      length += text.length
      if (length > longestText) throw new MachineryError('JSONPathFailed', `the text is longer than ${longestText}`)
      if (typeof value === 'object') texts.set(value, text)
      return text
    }
    return this.findResults(data)
      .map((results) => results.map(print).join(' '))
      .join('')
  }
}

/** Whether the text in braces begins with a word. */
function isIdentifier(node: PathNode, name: string): boolean {
  const first = node.type === 'list' ? node.nodes[0] : undefined
  return first?.type === 'identifier' && first.name === name
}

function withoutFirst(node: PathNode): PathNode {
  return node.type === 'list' ? { type: 'list', nodes: node.nodes.slice(1) } : node
}

/** A value as Go prints it into a template: text as it is, maps and lists as JSON. */
export function printValue(value: unknown): string {
  // Only a float is -0 in Go.
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : numberText(value)
  if (typeof value === 'object' && value !== null) return stringifyJSON(value)
  return String(value)
}
