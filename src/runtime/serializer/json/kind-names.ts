import { isJSONObject } from '../../../json/json-value.js'
/** The two texts that name a kind. */
export interface KindNames {
  apiVersion: string
  kind: string
}

/**
 * The names that a parsed document has in their usual spelling and as text. Undefined if only the text of the document can
 * decide.
 */
export function plainKindNames(value: unknown): KindNames | undefined {
  if (!isJSONObject(value)) return undefined
  const names: KindNames = { apiVersion: '', kind: '' }
  for (const key in value) {
    const field = foldedField(key)
    if (field === undefined) continue
    const text: unknown = value[key]
    if (key !== field || typeof text !== 'string') return undefined
    names[field] = text
  }
  return names
}

const lastOfKind = 0x64
const lastOfAPIVersion = 0x6e

/** The field of a name when case does not matter; Go also accepts the Kelvin sign for a K and the long s for an s. */
export function foldedField(key: string): keyof KindNames | undefined {
  if (key === 'kind' || key === 'apiVersion') return key
  if (key.length !== 4 && key.length !== 10) return undefined
  // Cheaper than folding, and the last letters have no unusual capitals: most names of these lengths end in others.
  const last = key.charCodeAt(key.length - 1) | 0x20
  if (last !== (key.length === 4 ? lastOfKind : lastOfAPIVersion)) return undefined
  const folded = key.replace('\u212a', 'k').replace('\u017f', 's').toLowerCase()
  return folded === 'kind' ? 'kind' : folded === 'apiversion' ? 'apiVersion' : undefined
}
