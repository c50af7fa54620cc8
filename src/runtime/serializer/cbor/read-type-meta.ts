import type { GroupVersionKind } from '../../../schema/group-version-kind.js'
import { fromAPIVersionAndKind } from '../../../schema/parse.js'
import { CBORError, CBORTypeError } from './cbor-error.js'
import { CBORReader, Item } from './cbor-reader.js'
import { duplicateKey, type LaterEncoding, nextLater, readText } from './read-any.js'
import { arrayForStruct } from './read-typed.js'

/**
 * Finds the kind of the object that the bytes are, and checks that they are well-formed.
 *
 * @throws CBORError.
 */
export function readTypeMeta(data: Uint8Array): GroupVersionKind {
  const reader = new CBORReader(data)
  try {
    const found = find(reader)
    reader.end()
    return fromAPIVersionAndKind(found.apiVersion ?? '', found.kind ?? '')
  } catch (error) {
    const message = error instanceof RangeError ? 'cbor: exceeded max nested level' : (error as Error).message
    const offset = error instanceof CBORError ? error.offset : reader.pos
    throw new CBORError('CBORDecode', `unable to determine group/version/kind: ${message}`, { offset, cause: error })
  }
}

interface Found {
  apiVersion?: string
  kind?: string
}

function find(reader: CBORReader): Found {
  const found: Found = {}
  let later: LaterEncoding = 0
  while (reader.next() >> 5 === Item.tag) {
    reader.head()
    later = nextLater(reader, later)
  }
  if (reader.next() === 0xf6) {
    reader.pos++
    return found
  }
  const name = reader.nextName()
  reader.head()
  if (reader.major !== Item.map) throw notStruct(reader, name)
  const count = reader.enter()
  for (let i = 0; !reader.done(i, count); i++) entry(reader, found, { index: i, later })
  reader.leave()
  return found
}

function notStruct(reader: CBORReader, item: string): CBORTypeError {
  const facts = { item, wanted: 'v1.TypeMeta' }
  return new CBORTypeError(reader.major === Item.array ? { ...facts, reason: arrayForStruct } : facts, reader.pos)
}

/** Tags around an object that say how bytes become text say it of its kind, too. */
function entry(
  reader: CBORReader,
  found: Found,
  { index, later }: { readonly index: number; readonly later: LaterEncoding },
): void {
  const key = keyOf(reader)
  if (key !== 'kind' && key !== 'apiVersion') {
    reader.skip()
    return
  }
  if (Object.hasOwn(found, key)) throw duplicateKey(reader, key, index)
  found[key] = readText(reader, later) ?? ''
}

/** The key when it is text or bytes. Others are for the reading proper to judge. */
function keyOf(reader: CBORReader): string | undefined {
  const major = reader.next() >> 5
  if (major !== Item.bytes && major !== Item.text) {
    reader.skip()
    return undefined
  }
  reader.head()
  return reader.string()
}
