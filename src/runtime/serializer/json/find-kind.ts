import { foundWord } from '../../../descriptor/read-scalar.js'
import { MachineryError } from '../../../errors/machinery-error.js'
import { type JSONNode, ObjectNode } from '../../../json/json-document.js'
import type { JSONSource } from '../../../json/json-source.js'
import { GroupVersionKind } from '../../../schema/group-version-kind.js'
import { parseGroupVersion } from '../../../schema/parse.js'
import { foldedField, type KindNames, plainKindNames } from './kind-names.js'

const wanted = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/**
 * The kind that a document declares, found as Go does: names in any case, the last one wins, `null` is ignored.
 *
 * @throws MachineryError `InvalidJSON` for other types, and for an `apiVersion` with more than one slash.
 */
export function findKind(source: JSONSource): GroupVersionKind {
  const { apiVersion, kind } = plainKindNames(source.quick) ?? exactNames(source.document)
  const { group, version } = parseGroupVersion(apiVersion)
  return new GroupVersionKind(group, version, kind)
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

/** Go's prefix of every error that occurs while it looks for the kind, including syntax errors. */
export const interpretPrefix = "couldn't get version/kind; json parse error: "
