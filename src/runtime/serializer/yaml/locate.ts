import type { TextPosition } from '../../../errors/machinery-error.js'
import { decodeText } from './decode-text.js'
import { parseFirstDocument } from './parse/document-parser.js'
import type { MappingNode, YAMLNode } from './parse/node.js'
import { isYAMLError } from './yaml-error.js'
import type { YAMLDocument } from './yaml-reader.js'

/** Options of {@link locate}. */
export interface LocateOptions {
  /** For a duplicate field, return the last one; default the first. */
  readonly last?: boolean
}

/** A place in a document and what is left of the path from there. */
interface Step {
  readonly node: YAMLNode | undefined
  readonly position: TextPosition
  readonly rest: string
}

const indexed = /^\[(\d+)\](?=$|[.[])/
const bracketed = /^\[("?)(.*?)\1\](?=$|[.[])/

function withoutDot(rest: string): string {
  return rest.startsWith('.') ? rest.slice(1) : rest
}

/** The rest of the path after `key`; `undefined` if the path does not continue with it. */
function behindKey(key: string, rest: string): string | undefined {
  const quoted = bracketed.exec(rest)
  if (quoted !== null) return quoted[2] === key ? withoutDot(rest.slice(quoted[0].length)) : undefined
  if (!rest.startsWith(key)) return undefined
  const after = rest.slice(key.length)
  return after === '' || after.startsWith('.') || after.startsWith('[') ? withoutDot(after) : undefined
}

/** Where a text without anything starts. */
const start: TextPosition = { offset: 0, line: 1, column: 1 }

class Locator {
  readonly #last: boolean
  /** The deepest node on the way. */
  #best: Step

  constructor(root: YAMLNode | undefined, path: string, last: boolean) {
    this.#last = last
    this.#best = { node: root, position: root?.start ?? start, rest: path }
  }

  locate(): TextPosition {
    this.#walk(this.#best)
    return this.#best.position
  }

  /** Descends as far as the path exists; true when all of it was found. */
  #walk(step: Step): boolean {
    if (step.rest.length < this.#best.rest.length) this.#best = step
    if (step.rest === '') return true
    const { node } = step
    if (node?.kind === 'sequence') return this.#walkItem(node.items, step.rest)
    return node?.kind === 'mapping' && this.#candidates(node, step.rest).some((next) => this.#walk(next))
  }

  #walkItem(items: readonly YAMLNode[], rest: string): boolean {
    const match = indexed.exec(rest)
    const item = match === null ? undefined : items[Number(match[1])]
    if (match === null || item === undefined || item.kind === 'alias') return false
    return this.#walk({ node: item, position: item.start, rest: withoutDot(rest.slice(match[0].length)) })
  }

  /** Entries that the path may go on with; keys may hold dots, so the longest is tried first. */
  #candidates({ entries }: MappingNode, path: string): Step[] {
    const steps: Step[] = []
    for (const { key, value } of entries) {
      const rest = key.kind === 'scalar' ? behindKey(key.value, path) : undefined
      if (rest !== undefined) steps.push({ node: value, position: key.start, rest })
    }
    if (this.#last) steps.reverse()
    return steps.sort((a, b) => a.rest.length - b.rest.length)
  }
}

/**
 * Finds the position of a field in a YAML or JSON text: that of its key, or of its element in a list. If the path leads
 * beyond the text, as for a missing required field, the deepest existing field is used.
 *
 * `path` is in Go's notation, for example `spec.containers[0].image` or `metadata.labels.app.kubernetes.io/name`. Returns
 * `undefined` if the text cannot be parsed.
 */
export function locate(text: string, path: string, options: LocateOptions = {}): TextPosition | undefined {
  return locator(text)(path, options)
}

/** As {@link locate} for many fields of one text, which is parsed once, on first use. */
export function locator(
  text: string,
  parsed?: YAMLDocument,
): (path: string, options?: LocateOptions) => TextPosition | undefined {
  let document: YAMLDocument | undefined | null = parsed ?? null
  return (path, { last = false } = {}) => {
    if (document === null) document = tryParse(text)
    return document === undefined ? undefined : new Locator(document.root, path, last).locate()
  }
}

function tryParse(text: string): YAMLDocument | undefined {
  try {
    return { root: parseFirstDocument(decodeText(text)) }
  } catch (error) {
    if (isYAMLError(error)) return undefined
    throw error
  }
}
