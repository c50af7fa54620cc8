import { appendAll } from '../internal/append-all.js'
import type { JSONValue } from '../json/json-value.js'
import { stringifyJSON } from '../json/stringify-json.js'
import { ErrorType } from './error-type.js'
import { FieldError, invalid, required } from './field-error.js'
import type { FieldPath } from './field-path.js'
import type { OwnerReferenceFields } from './object-meta-types.js'

/** Checks owner references: their parts, and that at most one is the controller. */
export function validateOwnerReferences(
  references: readonly OwnerReferenceFields[] | null | undefined,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  let controller: string | undefined
  // Each second controller is reported with all references: their text is made once, or many of them would fill the memory.
  let shown: string | undefined
  if (references === undefined || references === null) return errors
  // Null, also in the place of a reference, is the empty value in Go.
  const given = references.every(Boolean) ? references : references.map((reference) => reference ?? {})
  for (let i = 0; i < given.length; i++) {
    const reference = given[i]!
    appendAll(errors, validateOwnerReference(reference, path.index(i), path))
    if (reference.controller !== true) continue
    const name = `${reference.kind ?? ''}/${reference.name ?? ''}`
    if (controller === undefined) controller = name
    else {
      shown ??= `[${given.map(referenceText).join(',')}]`
      errors.push(secondController({ references: given, shown }, path, [controller, name]))
    }
  }
  return errors
}

function secondController(
  { references, shown }: { readonly references: readonly OwnerReferenceFields[]; readonly shown: string },
  path: FieldPath,
  [first, second]: readonly [string, string],
): FieldError {
  const detail = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`
  return new FieldError({
    type: ErrorType.Invalid,
    field: path.toString(),
    badValue: references,
    valueText: shown,
    detail,
  })
}

function validateOwnerReference(reference: OwnerReferenceFields, path: FieldPath, list: FieldPath): FieldError[] {
  const { apiVersion, kind, name, uid } = reference
  const errors: FieldError[] = []
  if (!apiVersion) errors.push(mustNotBeEmpty('apiVersion', path, list))
  else if (!namesVersion(apiVersion)) {
    const error = invalid(path.child('apiVersion'), apiVersion, 'must be <group>/<version> or <version>')
    errors.push(error.since(indexed, invalid(list.child('apiVersion'), apiVersion, noVersion)))
  }
  if (!kind) errors.push(mustNotBeEmpty('kind', path, list))
  if (!name) errors.push(mustNotBeEmpty('name', path, list))
  if (!uid) errors.push(mustNotBeEmpty('uid', path, list))
  if (apiVersion === 'v1' && kind === 'Event') {
    errors.push(bannedOwner(reference, path).since(indexed, bannedOwner(reference, list)))
  }
  return errors
}

/** The first release that names references by index. */
const indexed = 37
const noVersion = 'version must not be empty'
const empty = 'must not be empty'

function mustNotBeEmpty(name: string, path: FieldPath, list: FieldPath): FieldError {
  const earlier = invalid(list.child(name), '', name === 'apiVersion' ? noVersion : empty)
  return required(path.child(name), empty).markCoveredByDeclarative().since(indexed, earlier)
}

/** At most one slash, with text after it. */
function namesVersion(apiVersion: string): boolean {
  return !apiVersion.endsWith('/') && apiVersion.indexOf('/') === apiVersion.lastIndexOf('/')
}

function bannedOwner(reference: OwnerReferenceFields, path: FieldPath): FieldError {
  return new FieldError({
    type: ErrorType.Invalid,
    field: path.toString(),
    badValue: reference,
    valueText: referenceText(reference),
    detail: '/v1, Kind=Event is disallowed from being an owner',
  })
}

/** The reference in the order of Go's struct, with the parts Go always writes. */
function referenceText(reference: OwnerReferenceFields): string {
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = reference
  const texts = { apiVersion: apiVersion ?? '', kind: kind ?? '', name: name ?? '', uid: uid ?? '' }
  const ordered: Record<string, JSONValue> = texts
  if (typeof controller === 'boolean') ordered.controller = controller
  if (typeof blockOwnerDeletion === 'boolean') ordered.blockOwnerDeletion = blockOwnerDeletion
  return stringifyJSON(ordered, { keys: 'kept' })
}
