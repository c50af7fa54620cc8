import { type FieldError, invalid } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateFinalizerName } from '../../../validation/finalizers.js'
import { validateNamespaceName } from '../../../validation/object-name-rules.js'
import { textsOf } from '../../validation/go-values.js'
import {
  validateKubeFinalizerName,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../validation/object-meta.js'
import { isUnsetTime } from '../../validation/unset-time.js'
import type { Namespace } from '../v1/types.gen.js'

/** Checks a new Namespace. */
export function validateNamespace({ metadata, spec }: Namespace): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: validateNamespaceName }
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...textsOf(spec?.finalizers).flatMap((name) => finalizerErrors(name, fieldPath('spec', 'finalizers'))),
  ]
}

function finalizerErrors(name: string, path: FieldPath): FieldError[] {
  return [...validateFinalizerName(name, path), ...validateKubeFinalizerName(name, path)]
}

/** Checks a changed Namespace. */
export function validateNamespaceUpdate(namespace: Namespace, old: Namespace): readonly FieldError[] {
  return [...validateNamespace(namespace), ...metadataErrors(namespace, old)]
}

function metadataErrors(namespace: Namespace, old: Namespace): FieldError[] {
  return validateObjectMetaUpdate(namespace.metadata, old.metadata, fieldPath('metadata'))
}

/** Checks a changed status of a Namespace: its phase must match its deletion. */
export function validateNamespaceStatusUpdate(namespace: Namespace, old: Namespace): readonly FieldError[] {
  const phase = namespace.status?.phase ?? ''
  const deleted = !isUnsetTime(namespace.metadata?.deletionTimestamp)
  const wanted = deleted ? 'Terminating' : 'Active'
  const detail = `may only be '${wanted}' if \`deletionTimestamp\` is ${deleted ? 'not empty' : 'empty'}`
  return [
    ...metadataErrors(namespace, old),
    ...(phase === wanted ? [] : [invalid(fieldPath('status', 'Phase'), phase, detail).withJSONText()]),
  ]
}

/** Checks what the subresource `finalize` changes. */
export function validateNamespaceFinalizeUpdate(namespace: Namespace, old: Namespace): readonly FieldError[] {
  const path = fieldPath('spec', 'finalizers')
  return [
    ...metadataErrors(namespace, old),
    ...textsOf(namespace.spec?.finalizers).flatMap((name, i) => finalizerErrors(name, path.index(i))),
  ]
}
