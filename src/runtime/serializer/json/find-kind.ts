import { foundWord } from '../../../descriptor/read-scalar.js'
import { MachineryError } from '../../../errors/machinery-error.js'
import { type JSONNode, ObjectNode } from '../../../json/json-document.js'
import type { JSONSource } from '../../../json/json-source.js'
import type { JSONValue } from '../../../json/json-value.js'
import { GroupVersionKind } from '../../../schema/group-version-kind.js'
import { parseGroupVersion } from '../../../schema/parse.js'

const wanted = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/** The two texts that name a kind. */
export interface KindNames {
  apiVersion: string
  kind: string
}

/**
 * The kind a document says it has, found as Go does: names in any case, the last one wins, `null` says nothing.
 *
 * @throws MachineryError `InvalidJSON` for other types, and for an `apiVersion` with more than one slash.
 */
export function findKind(source: JSONSource): GroupVersionKind {
  const { apiVersion, kind } = quickNames(source.quick) ?? exactNames(source.document)
  const { group, version } = parseGroupVersion(apiVersion)
  return new GroupVersionKind(group, version, kind)
}

/** The names that a parsed document gives plainly; undefined where only the text of the document can tell. */
export function plainKindNames(value: JSONValue): KindNames | undefined {
  return quickNames(value)
}

/** The names where they stand plainly: spelled as usual, and being text. */
function quickNames(value: unknown): KindNames | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const names: KindNames = { apiVersion: '', kind: '' }
  for (const key of Object.keys(value)) {
    const field = foldedField(key)
    if (field === undefined) continue
    const text: unknown = (value as Record<string, unknown>)[key]
    if (key !== field || typeof text !== 'string') return undefined
    names[field] = text
  }
  return names
}

function exactNames(document: JSONNode): KindNames {
  const names: KindNames = { apiVersion: '', kind: '' }
  if (document === null) return names
  if (!(document instanceof ObjectNode)) throw interpretError(`${foundWord(document)} into Go value of type ${wanted}`)
  let problem: MachineryError | undefined
  for (const [i, key] of document.names.entries()) {
    const field = foldedField(key)
    const value = document.values[i] as JSONNode
    if (field === undefined || value === null) continue
    if (typeof value === 'string') names[field] = value
    else problem ??= interpretError(`${foundWord(value)} into Go struct field .${field} of type string`)
  }
  if (problem !== undefined) throw problem
  return names
}

function interpretError(problem: string): MachineryError {
  return new MachineryError('InvalidJSON', `${interpretPrefix}json: cannot unmarshal ${problem}`)
}

/** What Go puts before every error met while it looks for the kind, syntax errors included. */
export const interpretPrefix = "couldn't get version/kind; json parse error: "

const lastOfKind = 0x64
const lastOfAPIVersion = 0x6e

/** The field a name stands for when case does not matter; Go also takes the Kelvin sign for a K and the long s for an s. */
function foldedField(key: string): keyof KindNames | undefined {
  if (key === 'kind' || key === 'apiVersion') return key
  if (key.length !== 4 && key.length !== 10) return undefined
  // Cheaper than folding, and the last letters have no unusual capitals: most names of these lengths end in others.
  const last = key.charCodeAt(key.length - 1) | 0x20
  if (last !== (key.length === 4 ? lastOfKind : lastOfAPIVersion)) return undefined
  const folded = key.replace('\u212a', 'k').replace('\u017f', 's').toLowerCase()
  return folded === 'kind' ? 'kind' : folded === 'apiversion' ? 'apiVersion' : undefined
}
