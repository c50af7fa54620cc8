import { LRUCache } from '../../collections/lru-cache.js'
import { Quantity } from '../../resource/quantity.js'
import { canonicalQuantity as canonical } from '../../resource/quantity-json.js'

const mostRemembered = 4096
let remembered: LRUCache<string, string> | undefined

/**
 * The canonical text of a quantity as protobuf holds it, without surrounding space. Texts are cached, as objects repeat the
 * same few.
 *
 * @throws QuantityError for text that is not a quantity.
 */
export function canonicalQuantityText(text: string): string {
  remembered ??= new LRUCache({ capacity: mostRemembered })
  const known = remembered.get(text)
  if (known !== undefined) return known
  const canonical = Quantity.parse(text).toString()
  remembered.set(text, canonical)
  return canonical
}

/**
 * The canonical text of a quantity's JSON value.
 *
 * @throws QuantityError for text that is not a quantity and for values of other types.
 */
export function canonicalQuantity(value: unknown): string {
  if (typeof value === 'string') {
    const known = remembered?.get(value)
    if (known !== undefined) return known
  }
  return typeof value === 'string' && value.trim() === value ? canonicalQuantityText(value) : canonical(value)
}
