import { MachineryError } from '../../errors/machinery-error.js'
import { addBrand, hasBrand } from '../../internal/has-brand.js'
import { tryDecodeUtf8 } from '../../internal/utf8.js'
import { parseMarked } from '../../json/parse-marked.js'
import { contentTypeJSON } from '../content-type.js'
import type { KubernetesObject } from './typed-object.js'

/** Brand that marks unknown objects across copies and formats of this package. */
const brand: unique symbol = Symbol.for('apimachinery.unknown')

/** The content of an {@link Unknown}. */
export interface UnknownFields {
  readonly apiVersion?: string
  readonly kind?: string
  readonly raw?: Uint8Array
  readonly contentEncoding?: string
  readonly contentType?: string
}

/**
 * An object that is passed on undecoded: its bytes, their encoding, and its declared kind. The protobuf envelope is one.
 */
export class Unknown implements KubernetesObject {
  apiVersion: string
  kind: string
  /** The serialized object. */
  raw: Uint8Array
  /** Encoding of {@link raw}; empty for none. */
  contentEncoding: string
  /** Media type of {@link raw}; empty means JSON. */
  contentType: string

  constructor(fields: UnknownFields = {}) {
    this.apiVersion = fields.apiVersion ?? ''
    this.kind = fields.kind ?? ''
    this.raw = fields.raw ?? new Uint8Array()
    this.contentEncoding = fields.contentEncoding ?? ''
    this.contentType = fields.contentType ?? ''
  }

  /** The object for `JSON.stringify`. @throws {@link MachineryError} `NotJSON` when the bytes are not JSON. */
  toJSON(): unknown {
    if (this.contentType !== '' && this.contentType !== contentTypeJSON) {
      throw new MachineryError('NotJSON', 'runtime.Unknown: MarshalJSON on non-json data')
    }
    if (this.raw.length === 0) return null
    try {
      return parseMarked(tryDecodeUtf8(this.raw) ?? '')
    } catch (cause) {
      throw new MachineryError('NotJSON', 'runtime.Unknown: the bytes are not JSON', { cause })
    }
  }
}
addBrand(Unknown.prototype, brand)

/** Reports whether `value` is an {@link Unknown} of any loaded copy of this package. */
export function isUnknown(value: unknown): value is Unknown {
  return hasBrand(value, brand)
}

/** Reports whether `type` is the class {@link Unknown} of any loaded copy. */
export function isUnknownClass(type: unknown): boolean {
  return isUnknown((type as { readonly prototype?: unknown } | undefined)?.prototype)
}
