import { newInternalError, newInvalid } from '../../errors/new-status-error.js'
import { ensureMetadata } from '../../meta/object-with-meta.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { errorsInRelease } from '../../validation/error-list.js'
import type { FieldError } from '../../validation/field-error.js'
import { fieldPath } from '../../validation/field-path.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import { withDeclaredErrors } from './declared/with-declared-errors.js'
import { isNamespaced, type KindStrategy, type StrategyContext } from './kind-strategy.js'
import { validatePathSegment } from './path-segment.js'
import { ensureNamespaceOfRequest } from './request-namespace.js'

/**
 * Prepares a new object for storage as a registry does, around the hooks of its kind: namespace, `prepareForCreate`,
 * validation, warnings, canonical form. The object already has its system metadata and its name.
 *
 * Source: `BeforeCreate` of k8s.io/apiserver/pkg/registry/rest.
 * @returns the warnings for the caller.
 * @throws StatusError `Invalid` with all errors, `BadRequest` for another namespace than that of the request,
 * `InternalError` for an object without system metadata or name.
 */
export function beforeCreate<T extends KubernetesObject>(
  strategy: KindStrategy<T>,
  object: T,
  context: StrategyContext,
): readonly string[] {
  const metadata = ensureMetadata(object)
  if (!metadata.creationTimestamp || !metadata.uid) {
    throw newInternalError(new Error('system metadata was not initialized'))
  }
  if (metadata.generateName && !metadata.name) throw newInternalError(new Error('metadata.name was not generated'))
  ensureNamespaceOfRequest(object, isNamespaced(strategy) ? (context.namespace ?? '') : '')
  strategy.prepareForCreate?.(object, context)
  const errors = validateCreate(strategy, object, context)
  if (errors.length > 0) {
    const kind = strategy.kindOf?.(object) ?? strategy.type.groupVersionKind
    throw newInvalid(kind, ensureMetadata(object).name ?? '', errors)
  }
  const warnings = strategy.warningsOnCreate?.(object, context) ?? []
  strategy.canonicalize?.(object)
  return warnings
}

/**
 * The errors of a new object: the rules of its kind, and if these find none, the rules of all metadata; then those that its
 * types declare.
 */
export function validateCreate<T extends KubernetesObject>(
  strategy: KindStrategy<T>,
  object: T,
  context: StrategyContext,
): readonly FieldError[] {
  const errors = errorsInRelease(handWrittenErrors(strategy, object, context), context.release.minor)
  return withDeclaredErrors(errors, { declared: strategy.declared, object }, context)
}

function handWrittenErrors<T extends KubernetesObject>(
  strategy: KindStrategy<T>,
  object: T,
  context: StrategyContext,
): readonly FieldError[] {
  const errors = strategy.validate(object, context)
  if (errors.length > 0) return errors
  const rules = { requiresNamespace: isNamespaced(strategy), validateName: validatePathSegment }
  return validateObjectMeta(ensureMetadata(object), rules, fieldPath('metadata'))
}
