import { isDNS1035Label, isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { duplicate, type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateLabelName } from '../../../validation/labels.js'
import { emptyError, regexError } from '../../../validation/messages.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import type {
  ServerStorageVersion,
  StorageVersion,
  StorageVersionCondition,
  StorageVersionStatus,
} from '../v1alpha1/types.gen.js'

/** Checks a new StorageVersion. */
export function validateStorageVersion(storageVersion: StorageVersion): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: validateStorageVersionName }
  return [
    ...validateObjectMeta(storageVersion.metadata, rules, fieldPath('metadata')),
    ...validateStorageVersionStatus(storageVersion),
  ]
}

/** Checks the status of a StorageVersion: servers, the version that they share, conditions. */
export function validateStorageVersionStatus({ status }: StorageVersion): readonly FieldError[] {
  const path = fieldPath('status')
  const ids = new Set<string>()
  const servers = structsOf(status?.storageVersions).flatMap((server, i) => {
    const at = path.child('storageVersions').index(i)
    const apiServerID = server.apiServerID ?? ''
    const again = ids.has(apiServerID) ? [duplicate(at.child('apiServerID'), apiServerID)] : []
    ids.add(apiServerID)
    return [...again, ...serverErrors(server, at)]
  })
  return [
    ...servers,
    ...commonVersionErrors(status ?? {}, path.child('commonEncodingVersion')),
    ...conditionErrors(structsOf(status?.conditions), path),
  ]
}

function validateStorageVersionName(name: string): string[] {
  const dot = name.lastIndexOf('.')
  if (dot < 0) return ['name must be in the form of <group>.<resource>']
  return [
    ...isDNS1123Subdomain(name.slice(0, dot)).map((problem) => `the group segment ${problem}`),
    ...isDNS1035Label(name.slice(dot + 1)).map((problem) => `the resource segment ${problem}`),
  ]
}

function serverErrors(server: ServerStorageVersion, path: FieldPath): FieldError[] {
  const { decodableVersions } = server
  const [apiServerID, encodingVersion] = [server.apiServerID ?? '', server.encodingVersion ?? '']
  const decodable = textsOf(decodableVersions)
  const decodablePath = path.child('decodableVersions')
  const errors = nameIsDNSSubdomain(apiServerID, false).map((problem) =>
    invalid(path.child('apiServerID'), apiServerID, problem),
  )
  errors.push(...versionErrors(encodingVersion, path.child('encodingVersion')))
  errors.push(...decodable.flatMap((version, i) => versionErrors(version, decodablePath.index(i))))
  const known = new Set(decodable)
  if (!known.has(encodingVersion)) {
    const detail = `decodableVersions must include encodingVersion ${encodingVersion}`
    errors.push(invalid(decodablePath, decodableVersions ?? null, detail))
  }
  for (const [i, version] of textsOf(server.servedVersions).entries()) {
    const at = path.child('servedVersions').index(i)
    errors.push(...versionErrors(version, at))
    if (known.has(version)) continue
    const all = `[${decodable.join(' ')}]`
    const detail = `individual served version : ${version} must be included in decodableVersions : ${all}`
    errors.push(invalid(at, version, detail))
  }
  return errors
}

function versionErrors(version: string, path: FieldPath): FieldError[] {
  const problems = apiVersionProblems(version)
  return problems.length === 0 ? [] : [invalid(path, version, problems.join(','))]
}

function apiVersionProblems(apiVersion: string): readonly string[] {
  const [first = '', second, ...more] = apiVersion.split('/')
  if (more.length > 0) {
    const label =
      "a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character"
    const form = regexError(label, '[a-z]([-a-z0-9]*[a-z0-9])?', 'my-name', 'abc-123')
    return [`an apiVersion is ${form} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')`]
  }
  const group = second === undefined ? [] : first === '' ? [emptyError()] : isDNS1123Subdomain(first)
  const version = second ?? first
  return [
    ...group.map((problem) => `group part: ${problem}`),
    ...(version === '' ? [emptyError()] : isDNS1035Label(version)).map((problem) => `version part: ${problem}`),
  ]
}

function commonVersionErrors(status: StorageVersionStatus, path: FieldPath): FieldError[] {
  const { commonEncodingVersion: given } = status
  const versions = new Set(structsOf(status.storageVersions).map(({ encodingVersion }) => encodingVersion ?? ''))
  const [common] = versions.size === 1 ? versions : []
  if (common === undefined) {
    const detail =
      'should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet'
    return isSet(given) ? [invalid(path, given, detail)] : []
  }
  if (!isSet(given)) return [invalid(path, null, `the common encoding version is ${common}`)]
  return given === common ? [] : [invalid(path, given, `the actual common encoding version is ${common}`)]
}

/** Upstream leaves the field's name out of the paths. */
function conditionErrors(conditions: readonly StorageVersionCondition[], path: FieldPath): FieldError[] {
  const seen = new Map<string, number>()
  return conditions.flatMap((condition, i) => {
    const { reason, message } = condition
    const [type, status] = [condition.type ?? '', condition.status ?? '']
    const at = path.index(i)
    const errors: FieldError[] = []
    const first = seen.get(type)
    if (first !== undefined) {
      const detail = `the type of the condition is not unique, it also appears in conditions[${first}]`
      errors.push(invalid(at.child('type'), type, detail))
    }
    seen.set(type, i)
    errors.push(...validateLabelName(type, at.child('type')), ...validateLabelName(status, at.child('status')))
    if (!reason) errors.push(required(at.child('reason'), ''))
    if (!message) errors.push(required(at.child('message'), ''))
    return errors
  })
}
