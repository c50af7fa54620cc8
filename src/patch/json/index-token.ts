import { messageOf } from '../../errors/message-of.js'
import { maxInt64, minInt64 } from '../../internal/int64.js'
import { quote } from '../../internal/quote.js'
import { patchError } from '../patch-error.js'

const integer = /^[+-]?[0-9]+$/

/** Reads an index as Go's `strconv.Atoi`: with sign, with leading zeros. @throws MachineryError `PatchIndexInvalid`. */
function parseIndex(key: string): bigint {
  if (!integer.test(key)) throw patchError('PatchIndexInvalid', `strconv.Atoi: parsing ${quote(key)}: invalid syntax`)
  const value = BigInt(key.startsWith('+') ? key.slice(1) : key)
  if (value > maxInt64 || value < minInt64) {
    throw patchError('PatchIndexInvalid', `strconv.Atoi: parsing ${quote(key)}: value out of range`)
  }
  return value
}

/** The index `key` means in a list of `length` places; negative ones count from the end. */
export function indexWithin(key: string, length: number): number {
  const index = parseIndex(key)
  if (index >= length || index < -length) {
    throw patchError('PatchIndexInvalid', `Unable to access invalid index: ${index}: invalid index referenced`)
  }
  return index < 0n ? Number(index) + length : Number(index)
}

/** The index before which an element is added: `-` is the end. */
export function indexForAdding(key: string, length: number): number {
  if (key === '-') return length
  try {
    parseIndex(key)
  } catch (error) {
    const message = `value was not a proper array index: '${key}': ${messageOf(error)}`
    throw patchError('PatchIndexInvalid', message, error)
  }
  return indexWithin(key, length + 1)
}
