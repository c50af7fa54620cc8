import { isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap } from 'yaml'
import type { TextPosition } from '../../../errors/machinery-error.js'
import { type ComposedDocument, composeDocument } from './compose.js'
import { decodeText } from './decode-text.js'
import { markBreaks } from './odd-breaks.js'
import { isYAMLError } from './yaml-error.js'

/** What {@link locate} may be told. */
export interface LocateOptions {
  /** Of a field that stands more than once, point at the last one; default the first. */
  readonly last?: boolean
}

type Node = ParsedNode | null | undefined

/** A place in a document and what is left of the path from there. */
interface Step {
  readonly node: Node
  readonly offset: number
  readonly rest: string
}

const indexed = /^\[(\d+)\](?=$|[.[])/
const bracketed = /^\[("?)(.*?)\1\](?=$|[.[])/

function withoutDot(rest: string): string {
  return rest.startsWith('.') ? rest.slice(1) : rest
}

/** What is left of the path behind `key`; `undefined` when the path does not go on with it. */
function behindKey(key: string, rest: string): string | undefined {
  const quoted = bracketed.exec(rest)
  if (quoted !== null) return quoted[2] === key ? withoutDot(rest.slice(quoted[0].length)) : undefined
  if (!rest.startsWith(key)) return undefined
  const after = rest.slice(key.length)
  return after === '' || after.startsWith('.') || after.startsWith('[') ? withoutDot(after) : undefined
}

function keyText(node: Node): string | undefined {
  return isScalar(node) ? String(node.source ?? '') : undefined
}

class Locator {
  readonly #document: ComposedDocument
  readonly #last: boolean
  /** The deepest node on the way. */
  #best: Step

  constructor(document: ComposedDocument, path: string, last: boolean) {
    this.#document = document
    this.#last = last
    this.#best = { node: document.root, offset: document.root?.range[0] ?? 0, rest: path }
  }

  locate(): TextPosition {
    this.#walk(this.#best)
    return this.#document.positionOf(this.#best.offset)
  }

  /** Goes down as far as the path leads; true when all of it was found. */
  #walk(step: Step): boolean {
    if (step.rest.length < this.#best.rest.length) this.#best = step
    if (step.rest === '') return true
    const { node } = step
    if (isSeq(node)) return this.#walkItem(node.items as Node[], step.rest)
    return isMap(node) ? this.#candidates(node as YAMLMap, step.rest).some((next) => this.#walk(next)) : false
  }

  #walkItem(items: readonly Node[], rest: string): boolean {
    const match = indexed.exec(rest)
    const item = match === null ? undefined : items[Number(match[1])]
    if (match === null || item === undefined || item === null || isAlias(item)) return false
    return this.#walk({ node: item, offset: item.range[0], rest: withoutDot(rest.slice(match[0].length)) })
  }

  /** Entries that the path may go on with; keys may hold dots, so the longest is tried first. */
  #candidates(map: YAMLMap, path: string): Step[] {
    const steps: Step[] = []
    for (const { key, value } of map.items as Pair<ParsedNode, Node>[]) {
      const text = keyText(key)
      const rest = text === undefined ? undefined : behindKey(text, path)
      if (rest !== undefined) steps.push({ node: value, offset: key.range[0], rest })
    }
    if (this.#last) steps.reverse()
    return steps.sort((a, b) => a.rest.length - b.rest.length)
  }
}

/**
 * Finds where a field stands in a YAML or JSON text: the place of its key, or of its element in a list. Where the path
 * leads beyond the text, as for a required field that is missing, the deepest field on the way is named.
 *
 * `path` is in Go's notation, for example `spec.containers[0].image` or `metadata.labels.app.kubernetes.io/name`.
 * Returns `undefined` when the text cannot be parsed.
 */
export function locate(text: string, path: string, { last = false }: LocateOptions = {}): TextPosition | undefined {
  try {
    return new Locator(composeDocument(markBreaks(decodeText(text))), path, last).locate()
  } catch (error) {
    if (isYAMLError(error)) return undefined
    throw error
  }
}
