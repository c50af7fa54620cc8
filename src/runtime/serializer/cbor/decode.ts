import type { JSONObject, JSONValue, StructDescriptor } from '../../../descriptor/types.js'
import { retainClassInstance } from '../../../internal/retain-class-instance.js'
import { CBORError } from './cbor-error.js'
import { CBORReader, Item } from './cbor-reader.js'
import { type LaterEncoding, nextLater, skipSelfDescribed } from './read-any.js'
import { TypedReader } from './read-typed.js'
import { readUntyped } from './read-untyped.js'
import { structPlan, TypePlan } from './struct-plan.js'

/** How {@link decodeCBOR} reads. */
export interface DecodeCBOROptions {
  /** Type to read into. Without it the value is read as unstructured content. */
  readonly type?: StructDescriptor
  /** Keep keys that the type does not declare; by default they are dropped, as Go does. */
  readonly keepUnknown?: boolean
  /** Called with the index of the first undeclared key in its map. */
  readonly onUnknown?: (index: number) => void
  /** The object to fill, for instance an instance of a kind class. Default: a new plain object. */
  readonly target?: object
}

/**
 * Reads CBOR as Kubernetes' serializer does. Accepts indefinite lengths, text and byte strings, tags; refuses duplicate
 * keys, invalid UTF-8 in text, NaN, infinities, bignums, `undefined`, integers beyond int64 and anything after the value.
 *
 * @throws CBORError with field path and offset.
 */
export function decodeCBOR(data: Uint8Array, options: DecodeCBOROptions = {}): JSONValue {
  retainClassInstance(TypedReader, () => new TypedReader(new CBORReader(new Uint8Array()), 'skip'))
  const reader = new CBORReader(data)
  try {
    const value = options.type === undefined ? untyped(reader) : typed(reader, options.type, options)
    reader.end()
    return value
  } catch (error) {
    // The stack ends somewhere near the nesting that Go accepts; what lies beyond is refused all the same.
    if (!(error instanceof RangeError)) throw error
    throw new CBORError('CBORDecode', 'cbor: exceeded max nested level', { offset: reader.pos, cause: error })
  }
}

function untyped(reader: CBORReader): JSONValue {
  skipSelfDescribed(reader)
  return readUntyped(reader)
}

function typed(reader: CBORReader, type: StructDescriptor, options: DecodeCBOROptions): JSONObject {
  const unknownKeys = options.keepUnknown === true ? 'keep' : 'skip'
  const typedReader = new TypedReader(reader, unknownKeys)
  const target = (options.target ?? {}) as JSONObject
  skipSelfDescribed(reader)
  let later: LaterEncoding = 0
  while (reader.next() >> 5 === Item.tag) {
    reader.head()
    later = nextLater(reader, later)
  }
  const plan = structPlan(type)
  if (reader.next() >> 5 === Item.map) {
    reader.head()
    typedReader.struct(plan, target, later)
  } else {
    Object.assign(target, typedReader.value(new TypePlan(type, false), later))
  }
  if (typedReader.unknownAt !== undefined) options.onUnknown?.(typedReader.unknownAt)
  return target
}
