import { yamlError } from './yaml-error.js'

const smallDocument = 400_000
const largeDocument = 4_000_000
/** The most characters of all texts behind aliases: ten times what an API server takes in one request. */
const mostText = 32 * 1024 * 1024

/** Share of reads that may come from aliases: nearly all in small documents, a tenth in very large ones. */
function allowedShare(reads: number): number {
  if (reads <= smallDocument) return 0.99
  if (reads >= largeDocument) return 0.1
  return 0.99 - 0.89 * ((reads - smallDocument) / (largeDocument - smallDocument))
}

/** Limits what aliases may expand to, by the ratios of Go's YAML and by length. */
export class AliasBudget {
  #reads = 0
  #aliasReads = 0
  #aliasDepth = 0
  #aliasText = 0

  enter(): void {
    this.#aliasDepth++
  }

  leave(): void {
    this.#aliasDepth--
  }

  /** Counts one node. @throws YAMLSyntaxError when aliases expand to too much. */
  count(): void {
    this.#reads++
    if (this.#aliasDepth === 0) return
    this.#aliasReads++
    if (this.#aliasReads <= 100 || this.#reads <= 1000) return
    if (this.#aliasReads / this.#reads > allowedShare(this.#reads)) throw excessive()
  }

  /** Counts the characters of a text. @throws YAMLSyntaxError when aliases expand to too many. */
  countText(length: number): void {
    if (this.#aliasDepth === 0) return
    this.#aliasText += length
    if (this.#aliasText > mostText) throw excessive()
  }
}

function excessive(): Error {
  return yamlError('document contains excessive aliasing')
}
