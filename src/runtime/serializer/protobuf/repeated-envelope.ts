import { hasPrefix } from '../../../internal/bytes.js'
import type { GroupVersionKind } from '../../../schema/group-version-kind.js'
import { envelopePrefix, rawTag, typeMetaTag } from './envelope-format.js'

/** Empty `contentEncoding` and `contentType`, which Go writes after the object. */
const emptyTail: Uint8Array = /* @__PURE__ */ Uint8Array.of(0x1a, 0, 0x22, 0)

/** The message in an envelope, and its kind. */
export interface OpenedEnvelope {
  readonly gvk: GroupVersionKind
  readonly raw: Uint8Array
}

/**
 * Opens envelopes that begin like the previous one: a watch has thousands of objects of one kind, and the kind need not be
 * read each time.
 */
export class RepeatedEnvelope {
  #head: Uint8Array | undefined
  #gvk: GroupVersionKind | undefined

  /** Remembers the kind of an envelope; an incomplete kind may be completed differently next time. */
  note(data: Uint8Array, gvk: GroupVersionKind): void {
    if (gvk.version === '' || gvk.kind === '') return
    const start = envelopePrefix.length
    const length = data[start + 1]!
    if (data[start] !== typeMetaTag || length > 127 || data[start + 2 + length] !== rawTag) return
    this.#head = data.slice(0, start + 2 + length + 1)
    this.#gvk = gvk
  }

  /** The kind and the message; `undefined` for another kind, and for everything that Go would not write. */
  open(data: Uint8Array): OpenedEnvelope | undefined {
    const head = this.#head
    if (head === undefined || !hasPrefix(data, head)) return undefined
    let length = 0
    for (let shift = 0, i = head.length; shift < 28 && i < data.length; shift += 7) {
      const byte = data[i++]!
      length |= (byte & 127) << shift
      if (byte > 127) continue
      const end = i + length
      if (!endsAt(data, end)) return undefined
      return { gvk: this.#gvk!, raw: data.subarray(i, end) }
    }
    return undefined
  }
}

function endsAt(data: Uint8Array, end: number): boolean {
  if (end === data.length) return true
  if (end + emptyTail.length !== data.length) return false
  for (let i = 0; i < emptyTail.length; i++) if (data[end + i] !== emptyTail[i]) return false
  return true
}
