import { appendAll } from '../../internal/append-all.js'
import { type FieldError, invalid } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import {
  type ObjectMetaErrorRules,
  type ObjectMetaRules,
  validateObjectMeta as validateMeta,
  validateObjectMetaUpdate as validateMetaUpdate,
  validateObjectMetaWithOpts as validateMetaWithOpts,
} from '../../validation/object-meta.js'
import type { ObjectMetaFields } from '../../validation/object-meta-types.js'
import { textsOf } from './go-values.js'

/** Finalizers of Kubernetes itself, without a domain. */
const standardFinalizers: ReadonlySet<string> = /* @__PURE__ */ new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

/** Checks the metadata of a new object of a built-in kind, finalizers without a domain included. */
export function validateObjectMeta(
  meta: ObjectMetaFields | null | undefined,
  rules: ObjectMetaRules,
  path: FieldPath,
): FieldError[] {
  const errors = validateMeta(meta ?? {}, rules, path)
  appendAll(errors, finalizerErrors(meta, path))
  return errors
}

/** As {@link validateObjectMeta}, with a name rule that returns field errors. */
export function validateObjectMetaWithOpts(
  meta: ObjectMetaFields | null | undefined,
  rules: ObjectMetaErrorRules,
  path: FieldPath,
): FieldError[] {
  const errors = validateMetaWithOpts(meta ?? {}, rules, path)
  appendAll(errors, finalizerErrors(meta, path))
  return errors
}

/** Checks the metadata of a changed object of a built-in kind against the object as it was. */
export function validateObjectMetaUpdate(
  now: ObjectMetaFields | null | undefined,
  before: ObjectMetaFields | null | undefined,
  path: FieldPath,
): FieldError[] {
  const errors = validateMetaUpdate(now ?? {}, before ?? {}, path)
  appendAll(errors, finalizerErrors(now, path))
  return errors
}

/** Checks that a finalizer without a domain is one of Kubernetes' own. */
export function validateKubeFinalizerName(name: string, path: FieldPath): FieldError[] {
  if (name.includes('/') || standardFinalizers.has(name)) return []
  return [invalid(path, name, 'name is neither a standard finalizer name nor is it fully qualified')]
}

function finalizerErrors(meta: ObjectMetaFields | null | undefined, path: FieldPath): FieldError[] {
  const names = textsOf(meta?.finalizers)
  return names.flatMap((name, i) => validateKubeFinalizerName(name, path.child('finalizers').index(i)))
}
