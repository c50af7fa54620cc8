import type { FieldError } from '../../validation/field-error.js'
import type { Namespace } from '../core/v1/types.gen.js'
import { policyOf } from './pod-security-policy.js'

/**
 * The errors in the pod security labels of a namespace; none if they were there before.
 *
 * Source: `ValidateNamespace` of k8s.io/pod-security-admission/admission.
 */
export function validatePodSecurityLabels(namespace: Namespace, old?: Namespace): readonly FieldError[] {
  const { errors } = policyOf(namespace.metadata?.labels)
  if (errors.length === 0 || old === undefined) return errors
  const before = policyOf(old.metadata?.labels).errors
  return errors.map(String).join('\n') === before.map(String).join('\n') ? [] : errors
}
