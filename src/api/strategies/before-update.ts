import { newInvalid } from '../../errors/new-status-error.js'
import { ensureMetadata } from '../../meta/object-with-meta.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { errorsInRelease } from '../../validation/error-list.js'
import type { FieldError } from '../../validation/field-error.js'
import { fieldPath } from '../../validation/field-path.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { mergedSince, withDeclaredErrors } from './declared/with-declared-errors.js'
import { isNamespaced, type KindStrategy, type StrategyContext, type UpdateHooks } from './kind-strategy.js'
import { validatePathSegment } from './path-segment.js'
import { ensureNamespaceOfRequest } from './request-namespace.js'

/** An update of an object: what comes, what is there, and the hooks of the way it is written. */
export interface ObjectUpdate<T extends KubernetesObject> {
  readonly strategy: KindStrategy<T>
  /** The hooks of the subresource that is written; the strategy itself for the whole object. */
  readonly hooks?: UpdateHooks<T>
  readonly object: T
  /** Not changed. */
  readonly old: T
}

/**
 * Prepares an object that replaces a stored one as a registry does, around the hooks of its kind: namespace, metadata that
 * clients cannot change, `prepareForUpdate`, validation, warnings, canonical form. Resource versions are already compared.
 *
 * Source: `BeforeUpdate` of k8s.io/apiserver/pkg/registry/rest.
 * @returns the warnings for the caller.
 * @throws StatusError `Invalid` with all errors, `BadRequest` for another namespace than that of the request.
 */
export function beforeUpdate<T extends KubernetesObject>(
  update: ObjectUpdate<T>,
  context: StrategyContext,
): readonly string[] {
  const { strategy, hooks = strategy, object, old } = update
  ensureNamespaceOfRequest(object, isNamespaced(strategy) ? (context.namespace ?? '') : '')
  keepGeneration(object, old)
  hooks.prepareForUpdate?.(object, old, context)
  keepSystemMetadata(object, old)
  const errors = validateUpdate(update, context)
  if (errors.length > 0) {
    const kind = strategy.kindOf?.(object) ?? strategy.type.groupVersionKind
    throw newInvalid(kind, ensureMetadata(object).name ?? '', errors)
  }
  const warnings = hooks.warningsOnUpdate?.(object, old, context) ?? []
  const canonical = hooks.canonicalize ?? strategy.canonicalize
  canonical?.call(hooks, object)
  return warnings
}

/** The errors of an update: the rules of all metadata, those of the kind, then those that its types declare. */
export function validateUpdate<T extends KubernetesObject>(
  { strategy, hooks = strategy, object, old }: ObjectUpdate<T>,
  context: StrategyContext,
): readonly FieldError[] {
  const path = fieldPath('metadata')
  const metadata = ensureMetadata(object)
  const rules = { requiresNamespace: isNamespaced(strategy), validateName: validatePathSegment }
  const common = [
    ...validateObjectMeta(metadata, rules, path),
    ...validateObjectMetaUpdate(metadata, ensureMetadata(old), path),
  ]
  const own = hooks.validateUpdate(object, old, context)
  const { minor } = context.release
  const merged = (errors: readonly FieldError[]) =>
    withDeclaredErrors(errorsInRelease(errors, minor), { declared: strategy.declared, object, old }, context)
  // Earlier releases merge the errors of the strategy alone.
  return minor < mergedSince ? [...errorsInRelease(common, minor), ...merged(own)] : merged([...common, ...own])
}

function keepGeneration(object: KubernetesObject, old: KubernetesObject): void {
  const { generation } = ensureMetadata(old)
  const metadata = ensureMetadata(object)
  if (generation) metadata.generation = generation
  else delete metadata.generation
}

function keepSystemMetadata(object: KubernetesObject, old: KubernetesObject): void {
  const metadata = ensureMetadata(object)
  const before = ensureMetadata(old)
  if (!metadata.uid && before.uid) metadata.uid = before.uid
  if (before.creationTimestamp) metadata.creationTimestamp = before.creationTimestamp
  if (before.deletionTimestamp) metadata.deletionTimestamp = before.deletionTimestamp
  metadata.deletionGracePeriodSeconds ??= before.deletionGracePeriodSeconds
  if (metadata.deletionGracePeriodSeconds === undefined) delete metadata.deletionGracePeriodSeconds
}
