import { composeDocument } from '../../src/runtime/serializer/yaml/compose.js'
import type { SourceSpan, SourceText } from '../diagnostics/source-span.js'

/** What the locator needs to know of a parsed YAML node. */
interface YAMLNode {
  readonly range?: readonly number[] | null
  readonly value?: unknown
  readonly items?: readonly (YAMLNode | { readonly key: YAMLNode; readonly value: YAMLNode | null })[]
}

/** Finds where the parts of one document of a YAML file stand. Parses on first use only. */
export class YAMLLocator {
  readonly #source: SourceText
  readonly #start: number
  readonly #text: string
  #root: YAMLNode | null | undefined

  /** `start` is where `text`, one document, begins in the source. */
  constructor(source: SourceText, start: number, text: string) {
    this.#source = source
    this.#start = start
    this.#text = text
  }

  /** Place of the key (or list item) that a path ends in; of the deepest part of the path that exists. Looked up late. */
  span(path: readonly (string | number)[]): SourceSpan {
    let found: { start: number; end: number } | undefined
    const place = () => {
      found ??= this.#find(path)
      return found
    }
    return {
      source: this.#source,
      get start() {
        return place().start
      },
      get end() {
        return place().end
      },
    }
  }

  #find(path: readonly (string | number)[]): { start: number; end: number } {
    this.#root ??= this.#parse()
    let node = this.#root
    let place = node
    for (const step of path) {
      const next = entryOf(node, step)
      if (next === undefined) break
      place = next.key ?? next.value
      node = next.value
    }
    const [from = 0, to = from + 1] = place?.range ?? [0, 1]
    return { start: this.#start + from, end: this.#start + Math.max(to, from + 1) }
  }

  #parse(): YAMLNode | null {
    try {
      return composeDocument(this.#text).root as YAMLNode | null
    } catch {
      return null
    }
  }
}

function entryOf(
  node: YAMLNode | null | undefined,
  step: string | number,
): { key?: YAMLNode; value: YAMLNode | null } | undefined {
  const items = node?.items ?? []
  if (typeof step === 'number') {
    const item = items[step]
    return item === undefined || 'key' in item ? undefined : { value: item as YAMLNode }
  }
  for (const item of items) if ('key' in item && String(item.key.value) === step) return item
  return undefined
}
