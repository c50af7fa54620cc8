import { compareBytes } from '../../../internal/bytes.js'
import { compareStrings } from '../../../internal/compare-strings.js'
import { encodeEscaped, hasLoneSurrogate } from '../../../internal/escaped-text.js'
import { utf8Length } from '../../../internal/utf8-length.js'

/** Up to this number of keys, insertion is faster than sorting. */
const fewKeys = 32

/** UTF-8 lengths of the keys that are being sorted. */
const lengths: Uint32Array = /* @__PURE__ */ new Uint32Array(fewKeys)

/** Orders map keys as RFC 8949, section 4.2.1 does: by their encoded bytes, so shorter ones come first. */
export function compareKeys(a: string, b: string): number {
  const lengthOfA = utf8Length(a)
  const lengthOfB = utf8Length(b)
  if (isEscaped(a, lengthOfA) || isEscaped(b, lengthOfB)) {
    const [first, second] = [encodeEscaped(a), encodeEscaped(b)]
    return first.length - second.length || compareBytes(first, second)
  }
  return lengthOfA - lengthOfB || compareStrings(a, b)
}

/** Reports whether a key holds bytes that are not UTF-8, so that its length is another one than it seems. */
function isEscaped(key: string, length: number): boolean {
  return length !== key.length && hasLoneSurrogate(key)
}

/** Sorts keys in place, in the order of {@link compareKeys}. Maps that CBOR was read into have it already. */
export function sortKeys(keys: string[]): void {
  if (keys.length > fewKeys) {
    keys.sort(compareKeys)
    return
  }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!
    const length = utf8Length(key)
    if (isEscaped(key, length)) {
      keys.sort(compareKeys)
      return
    }
    let at = i
    for (; at > 0; at--) {
      const difference = length - lengths[at - 1]! || compareStrings(key, keys[at - 1]!)
      if (difference >= 0) break
      keys[at] = keys[at - 1]!
      lengths[at] = lengths[at - 1]!
    }
    keys[at] = key
    lengths[at] = length
  }
}
