import type { JSONValue } from '../../../descriptor/types.js'
import type { CBORReader } from './cbor-reader.js'
import { type LaterEncoding, readAny } from './read-any.js'
import { readDeep, sortDeep } from './read-deep.js'
import { readSorted } from './read-sorted.js'

/** Reads a data item as Go reads one into `interface{}`, as deep as Go does. */
export function readUntyped(reader: CBORReader, later: LaterEncoding = 0): JSONValue {
  return orDeep(reader, later, readAny)
}

/** As {@link readUntyped}, with the keys of all maps sorted. */
export function readRaw(reader: CBORReader): JSONValue {
  return orDeep(reader, 0, readSorted)
}

type Read = (reader: CBORReader, later: LaterEncoding) => JSONValue

/** The stack holds all but what is nested thousands of levels deep. */
function orDeep(reader: CBORReader, later: LaterEncoding, read: Read): JSONValue {
  const { pos, depth } = reader
  try {
    return read(reader, later)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    reader.rewind(pos, depth)
    const value = readDeep(reader, later)
    return read === readSorted ? sortDeep(value) : value
  }
}
