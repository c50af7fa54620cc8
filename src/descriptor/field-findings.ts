import { quote } from '../internal/quote.js'

/** Something a strict read objects to. */
export interface FieldFinding {
  readonly kind: 'unknown' | 'duplicate'
  /** Go's notation, keys not quoted: `spec.containers[0].foo`, `metadata.labels.a.b/c`. */
  readonly path: string
  /** Go's wording: `unknown field "spec.foo"`. */
  readonly message: string
  /** Where the field's name starts in the text (UTF-16 units from 0), when there is a text. */
  readonly offset: number | undefined
}

/** Go stops collecting here. */
const limit = 100

/** Collects findings as Go does: in document order, each message once, at most 100. */
export class FieldFindings {
  readonly #seen = new Set<string>()
  readonly list: FieldFinding[] = []

  // biome-ignore lint/complexity/useMaxParams: a finding is what it is
  add(
    kind: FieldFinding['kind'],
    path: string,
    offset: number | undefined,
    message = `${kind} field ${quote(path)}`,
  ): void {
    if (this.list.length >= limit || this.#seen.has(message)) return
    this.#seen.add(message)
    this.list.push({ kind, path, message, offset })
  }
}
