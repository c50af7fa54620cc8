import { parseFirstDocument } from '../../src/runtime/serializer/yaml/parse/document-parser.js'
import type { YAMLNode } from '../../src/runtime/serializer/yaml/parse/node.js'
import type { SourceSpan, SourceText } from '../diagnostics/source-span.js'

/** Finds the positions of the parts of one document of a YAML file. Parses on first use only. */
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
    if (this.#root === undefined) this.#root = this.#parse()
    let node = this.#root
    let place = node
    for (const step of path) {
      const next = entryOf(node, step)
      if (next === undefined) break
      place = next.key ?? next.value
      node = next.value
    }
    const from = place?.start.offset ?? 0
    return { start: this.#start + from, end: this.#start + Math.max(place?.end ?? 0, from + 1) }
  }

  #parse(): YAMLNode | null {
    try {
      return parseFirstDocument(this.#text) ?? null
    } catch {
      return null
    }
  }
}

function entryOf(
  node: YAMLNode | null,
  step: string | number,
): { readonly key?: YAMLNode; readonly value: YAMLNode } | undefined {
  if (node?.kind === 'mapping') return node.entries.find(({ key }) => key.kind === 'scalar' && key.value === step)
  const item = node?.kind === 'sequence' && typeof step === 'number' ? node.items[step] : undefined
  return item === undefined ? undefined : { value: item }
}
