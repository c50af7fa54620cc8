import type { MachineryError } from '../errors/machinery-error.js'
import { NumberLiteral } from '../json/json-document.js'
import { type JSONValue, presentKeys, setOwn } from '../json/json-value.js'
import { jsonToYAML } from '../runtime/serializer/yaml/yaml-writer.js'
import type { JSONMap } from './json-map.js'
import { patchError } from './patch-error.js'

/** The error for a patch that contradicts what others changed meanwhile, with Go's wording. See `isPatchConflict`. */
export function conflictError(patch: JSONMap, changes: JSONMap): MachineryError {
  const [wanted, found] = [patch, changes].map((map) => jsonToYAML(plain(map)))
  const message = `patch:\n${wanted}\nconflicts with changes made from original to current:\n${found}\n`
  return patchError('PatchConflict', message)
}

function plain(value: unknown): JSONValue {
  if (typeof value !== 'object' || value === null) return value as JSONValue
  if (value instanceof NumberLiteral) return Number(value.text)
  if (Array.isArray(value)) return value.map(plain)
  const result = {}
  for (const key of presentKeys(value)) setOwn(result, key, plain((value as JSONMap)[key]))
  return result
}
