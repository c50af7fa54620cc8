import { isMachineryError } from '../errors/machinery-error.js'
import { appendAll } from '../internal/append-all.js'
import { quote } from '../internal/quote.js'
import { canonicalTime, parseTime } from '../scalar/time.js'
import { validateAnnotations } from './annotations.js'
import { type FieldError, forbidden, internalError, invalid, required } from './field-error.js'
import { validateManagedFields } from './field-manager.js'
import type { FieldPath } from './field-path.js'
import { validateFinalizers, validateNoNewFinalizers } from './finalizers.js'
import { validateImmutableField } from './immutable.js'
import { validateLabels } from './labels.js'
import { validateNonnegativeField } from './number-rules.js'
import type { ObjectMetaFields } from './object-meta-types.js'
import { type ValidateNameFunc, validateNamespaceName } from './object-name-rules.js'
import { validateOwnerReferences } from './owner-references.js'

/** The facts about a kind that {@link validateObjectMeta} needs. */
export interface ObjectMetaRules {
  /** Objects of the kind live in namespaces. */
  readonly requiresNamespace: boolean
  /** The rule for names. */
  readonly validateName: ValidateNameFunc
}

/** The facts about a kind that {@link validateObjectMetaWithOpts} needs. */
export interface ObjectMetaErrorRules {
  readonly requiresNamespace: boolean
  /** The rule for names, which returns field errors. */
  readonly validateName: (path: FieldPath, name: string) => FieldError[]
}

/** Checks the metadata of a new object, after its name was generated. */
export function validateObjectMeta(meta: ObjectMetaFields, rules: ObjectMetaRules, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const name = meta.name ?? ''
  const generateName = meta.generateName ?? ''
  if (generateName !== '') {
    for (const problem of rules.validateName(generateName, true)) {
      errors.push(invalid(path.child('generateName'), generateName, problem))
    }
  }
  if (name === '') errors.push(required(path.child('name'), 'name or generateName is required'))
  else for (const problem of rules.validateName(name, false)) errors.push(invalid(path.child('name'), name, problem))
  appendAll(errors, validateCommon(meta, rules.requiresNamespace, path))
  return errors
}

/** As {@link validateObjectMeta}, with a name rule that returns field errors; `generateName` itself is not checked. */
export function validateObjectMetaWithOpts(
  meta: ObjectMetaFields,
  rules: ObjectMetaErrorRules,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  const name = meta.name ?? ''
  const generateName = meta.generateName ?? ''
  if (generateName !== '' && name === '') {
    const message = `generateName was specified (${quote(generateName)}), but no name was generated`
    errors.push(internalError(path.child('name'), new Error(message)))
  }
  if (name === '') errors.push(required(path.child('name'), 'name or generateName is required'))
  else appendAll(errors, rules.validateName(path.child('name'), name))
  appendAll(errors, validateCommon(meta, rules.requiresNamespace, path))
  return errors
}

function validateCommon(meta: ObjectMetaFields, requiresNamespace: boolean, path: FieldPath): FieldError[] {
  const errors = validateNamespace(meta.namespace ?? '', requiresNamespace, path.child('namespace'))
  appendAll(errors, validateGeneration(meta, path))
  appendAll(errors, validateLabels(meta.labels, path.child('labels')))
  appendAll(errors, validateAnnotations(meta.annotations, path.child('annotations')))
  appendAll(errors, validateOwnerReferences(meta.ownerReferences, path.child('ownerReferences')))
  appendAll(errors, validateFinalizers(meta.finalizers, path.child('finalizers')))
  appendAll(errors, validateManagedFields(meta.managedFields, path.child('managedFields')))
  return errors
}

function validateNamespace(namespace: string, requiresNamespace: boolean, path: FieldPath): FieldError[] {
  if (!requiresNamespace) return namespace === '' ? [] : [forbidden(path, 'not allowed on this type')]
  if (namespace === '') return [required(path, '')]
  return validateNamespaceName(namespace, false).map((problem) => invalid(path, namespace, problem))
}

function validateGeneration(meta: ObjectMetaFields, path: FieldPath): FieldError[] {
  const generation = meta.generation ?? 0
  const errors = validateNonnegativeField(generation, path.child('generation'))
  return errors.map((error) => error.markCoveredByDeclarative())
}

/** Checks the metadata of a changed object against the object as it was. */
export function validateObjectMetaUpdate(
  now: ObjectMetaFields,
  before: ObjectMetaFields,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  if (before.deletionTimestamp !== undefined && before.deletionTimestamp !== null) {
    appendAll(errors, validateNoNewFinalizers(now.finalizers, before.finalizers, path.child('finalizers')))
  }
  if ((now.resourceVersion ?? '') === '') {
    errors.push(invalid(path.child('resourceVersion'), '', 'must be specified for an update'))
  }
  appendAll(
    errors,
    validateGeneration(now, path).map((error) => error.since(37)),
  )
  const generation = now.generation ?? 0
  if (generation < (before.generation ?? 0)) {
    errors.push(invalid(path.child('generation'), generation, 'must not be decremented'))
  }
  return [
    ...errors,
    ...validateIdentity(now, before, path),
    ...validateLabels(now.labels, path.child('labels')),
    ...validateAnnotations(now.annotations, path.child('annotations')),
    ...validateOwnerReferences(now.ownerReferences, path.child('ownerReferences')),
    ...validateManagedFields(now.managedFields, path.child('managedFields')),
  ]
}

/** The fields that identify the object, and its deletion. */
function validateIdentity(now: ObjectMetaFields, before: ObjectMetaFields, path: FieldPath): FieldError[] {
  const covered = [
    ...immutable(path.child('uid'), now.uid ?? '', before.uid ?? '').map((error) => error.withJSONText()),
    ...immutableTime(path.child('creationTimestamp'), now.creationTimestamp, before.creationTimestamp),
    ...immutableTime(path.child('deletionTimestamp'), now.deletionTimestamp, before.deletionTimestamp),
    ...immutable(
      path.child('deletionGracePeriodSeconds'),
      now.deletionGracePeriodSeconds,
      before.deletionGracePeriodSeconds,
    ),
  ]
  return [
    ...immutable(path.child('name'), now.name ?? '', before.name ?? ''),
    ...immutable(path.child('namespace'), now.namespace ?? '', before.namespace ?? ''),
    ...covered.map((error) => error.with({ origin: 'immutable', coveredByDeclarative: true })),
  ]
}

function immutable(path: FieldPath, now: unknown, before: unknown): FieldError[] {
  return validateImmutableField(now, before, path)
}

/** Compares times, not texts; a text that is not a time is compared as text. */
function immutableTime(path: FieldPath, now: Timestamp, before: Timestamp): FieldError[] {
  if (now === before) return []
  return immutable(path, instantOf(now), instantOf(before)).map((error) => error.with({ badValue: written(now) }))
}

type Timestamp = string | null | undefined

function instantOf(text: Timestamp): string | null {
  const canonical = written(text)
  if (canonical === null || text === null || text === undefined) return null
  return isTime(text) ? `${canonical}+${parseTime(text).nanos}` : text
}

function written(text: Timestamp): string | null {
  if (text === undefined || text === null) return null
  return isTime(text) ? canonicalTime(text) : text
}

function isTime(text: string): boolean {
  try {
    parseTime(text)
    return true
  } catch (error) {
    if (isMachineryError(error, 'InvalidTime')) return false
    throw error
  }
}
