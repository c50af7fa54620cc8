import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { validateObjectMeta } from '../../../validation/object-meta.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateMutatingOperations, validateParamRef, validatePolicyName } from '../admission-policy/policy-parts.js'
import { validateMatchResources } from '../admission-policy/rules.js'
import type { MutatingAdmissionPolicyBinding } from '../v1/types.gen.js'

/** Checks a MutatingAdmissionPolicyBinding, new or changed. */
export function validateMutatingAdmissionPolicyBinding(binding: MutatingAdmissionPolicyBinding): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const path = fieldPath('spec')
  const { spec } = binding
  return [
    ...validateObjectMeta(binding.metadata ?? {}, rules, fieldPath('metadata')),
    ...validatePolicyName(spec?.policyName, path.child('policyName')),
    ...validateParamRef(spec?.paramRef, path.child('paramRef')),
    ...validateMatchResources(spec?.matchResources, path.child('matchResources')),
    ...validateMutatingOperations(spec?.matchResources, path.child('matchResources')),
  ]
}
