import { messageOf } from '../../../errors/message-of.js'
import type { GroupVersionKind } from '../../../schema/group-version-kind.js'
import { fromAPIVersionAndKind } from '../../../schema/parse.js'
import { CBORError, type CBORTypeError, withStep } from './cbor-error.js'
import { CBORReader, Item } from './cbor-reader.js'
import { duplicateKey, type LaterEncoding, nextLater, readText, typeMismatch } from './read-any.js'
import { arrayForStruct, notName } from './read-typed.js'

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
  } catch (problem) {
    const error = notWellFormed(data) ?? problem
    const message = error instanceof RangeError ? 'cbor: exceeded max nested level' : messageOf(error)
    const offset = error instanceof CBORError ? error.offset : reader.pos
    throw new CBORError('CBORDecode', `unable to determine group/version/kind: ${message}`, { offset, cause: error })
  }
}

/** Go looks for truncated or malformed items before it decodes any of them. */
function notWellFormed(data: Uint8Array): unknown {
  const reader = new CBORReader(data)
  try {
    reader.skip()
    reader.end()
    return undefined
  } catch (error) {
    return error
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
  const others = new Set<string>()
  for (let i = 0; !reader.done(i, count); i++) entry(reader, found, { index: i, later, others })
  reader.leave()
  return found
}

function notStruct(reader: CBORReader, item: string): CBORTypeError {
  const facts = { item, wanted: 'v1.TypeMeta' }
  return typeMismatch(reader, reader.major === Item.array ? { ...facts, reason: arrayForStruct } : facts)
}

/** Tags around an object that define how bytes become text also apply to its kind. */
function entry(
  reader: CBORReader,
  found: Found,
  { index, later, others }: { readonly index: number; readonly later: LaterEncoding; readonly others: Set<string> },
): void {
  const key = readKey(reader)
  if (key !== 'kind' && key !== 'apiVersion') {
    if (key !== undefined && others.has(key)) throw duplicateKey(reader, key, index)
    if (key !== undefined) others.add(key)
    reader.skip()
    return
  }
  if (Object.hasOwn(found, key)) throw duplicateKey(reader, key, index)
  try {
    found[key] = readText(reader, later) ?? ''
  } catch (error) {
    throw withStep(error, { step: key, field: `v1.TypeMeta.${key}` }, reader.pos)
  }
}

/** The key if it is text or bytes; integers are not names, others cannot be keys. */
function readKey(reader: CBORReader): string | undefined {
  const major = reader.next() >> 5
  if (major === Item.positive || major === Item.negative) {
    reader.skip()
    return undefined
  }
  if (major !== Item.bytes && major !== Item.text) throw notName(reader)
  reader.head()
  return reader.string()
}
