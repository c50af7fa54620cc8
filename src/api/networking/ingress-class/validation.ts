import { utf8Length } from '../../../internal/utf8-length.js'
import { isDomainPrefixedPath } from '../../../validation/domain-rules.js'
import {
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain, validateNamespaceName } from '../../../validation/object-name-rules.js'
import { isSet } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validateObjectReferenceParts } from '../ingress/ingress-backend.js'
import type { IngressClass, IngressClassParametersReference } from '../v1/types.gen.js'

const maxControllerLength = 250
const scopes = ['Cluster', 'Namespace']

/** Checks a new IngressClass. */
export function validateIngressClass({ metadata, spec }: IngressClass): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const controller = spec?.controller ?? ''
  const path = fieldPath('spec', 'controller')
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...(utf8Length(controller) > maxControllerLength ? [tooLong(path, maxControllerLength)] : []),
    ...isDomainPrefixedPath(path, controller),
    ...parameterErrors(spec?.parameters, fieldPath('spec', 'parameters')),
  ]
}

/** Checks a changed IngressClass: its controller stays the same. */
export function validateIngressClassUpdate(ingressClass: IngressClass, old: IngressClass): readonly FieldError[] {
  const path = fieldPath('spec', 'controller')
  return [
    ...validateObjectMetaUpdate(ingressClass.metadata, old.metadata, fieldPath('metadata')),
    ...validateImmutableField(ingressClass.spec?.controller ?? '', old.spec?.controller ?? '', path),
    ...validateIngressClass(ingressClass),
  ]
}

function parameterErrors(
  parameters: IngressClassParametersReference | null | undefined,
  path: FieldPath,
): FieldError[] {
  if (!isSet(parameters)) return []
  const { scope } = parameters
  const errors = validateObjectReferenceParts(parameters, path)
  if (!isSet(scope)) return [...errors, required(path.child('scope'), '')]
  if (!scopes.includes(scope)) return [...errors, notSupported(path.child('scope'), scope, scopes)]
  return [...errors, ...namespaceErrors(parameters, path.child('namespace'))]
}

function namespaceErrors({ scope, namespace }: IngressClassParametersReference, path: FieldPath): FieldError[] {
  if (scope === 'Cluster') return isSet(namespace) ? [forbidden(path, "`parameters.scope` is set to 'Cluster'")] : []
  if (!isSet(namespace)) return [required(path, "`parameters.scope` is set to 'Namespace'")]
  return validateNamespaceName(namespace, false).map((problem) => invalid(path, namespace, problem))
}
