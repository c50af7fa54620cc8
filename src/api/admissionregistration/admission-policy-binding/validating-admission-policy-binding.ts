import { duplicate, type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateObjectMeta } from '../../../validation/object-meta.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { textsOf } from '../../validation/go-values.js'
import { validateParamRef, validatePolicyName } from '../admission-policy/policy-parts.js'
import { knownErrors, validateMatchResources } from '../admission-policy/rules.js'
import type { ValidatingAdmissionPolicyBinding } from '../v1/types.gen.js'

const actions = ['Audit', 'Deny', 'Warn']

/** Checks a ValidatingAdmissionPolicyBinding, new or changed. */
export function validateValidatingAdmissionPolicyBinding(
  binding: ValidatingAdmissionPolicyBinding,
): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const path = fieldPath('spec')
  const { spec } = binding
  return [
    ...validateObjectMeta(binding.metadata ?? {}, rules, fieldPath('metadata')),
    ...validatePolicyName(spec?.policyName, path.child('policyName')),
    ...validateParamRef(spec?.paramRef, path.child('paramRef')),
    ...validateMatchResources(spec?.matchResources, path.child('matchResources')),
    ...actionErrors(textsOf(spec?.validationActions), path.child('validationActions')),
  ]
}

function actionErrors(given: readonly string[], path: FieldPath): FieldError[] {
  const seen = new Set<string>()
  const errors = given.flatMap((action, i) => {
    const found = knownErrors(action, actions, path.index(i))
    if (seen.has(action)) found.push(duplicate(path.index(i), action).withJSONText())
    seen.add(action)
    return found
  })
  if (seen.has('Deny') && seen.has('Warn')) {
    const detail =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)'
    errors.push(invalid(path, given, detail))
  }
  if (seen.size === 0) errors.push(required(path, 'at least one validation action is required'))
  return errors
}
