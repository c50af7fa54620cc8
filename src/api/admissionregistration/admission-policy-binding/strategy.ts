import { admissionregistrationDeclared } from '../../declared/admissionregistration.gen.js'
import { raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { validateMutatingAdmissionPolicyBinding } from '../admission-policy-binding/mutating-admission-policy-binding.js'
import { configured, staticSuffixErrors } from '../static-suffix.js'
import { MutatingAdmissionPolicyBinding, ValidatingAdmissionPolicyBinding } from '../v1/types.gen.js'
import { validateValidatingAdmissionPolicyBinding } from './validating-admission-policy-binding.js'

/** How a ValidatingAdmissionPolicyBinding behaves in a registry. */
export const validatingAdmissionPolicyBindingStrategy: KindStrategy<ValidatingAdmissionPolicyBinding> = {
  type: ValidatingAdmissionPolicyBinding,
  declared: { rules: admissionregistrationDeclared },
  ...configured,
  prepareForUpdate: (object, old) => raiseGeneration(object, old, ['spec']),
  validate: (object, context) => [
    ...validateValidatingAdmissionPolicyBinding(object),
    ...staticSuffixErrors(object, context),
  ],
  validateUpdate: validateValidatingAdmissionPolicyBinding,
}

/** How a MutatingAdmissionPolicyBinding behaves in a registry. */
export const mutatingAdmissionPolicyBindingStrategy: KindStrategy<MutatingAdmissionPolicyBinding> = {
  type: MutatingAdmissionPolicyBinding,
  ...configured,
  prepareForUpdate: (object, old) => raiseGeneration(object, old, ['spec']),
  validate: (object, context) => [
    ...validateMutatingAdmissionPolicyBinding(object),
    ...staticSuffixErrors(object, context),
  ],
  validateUpdate: validateMutatingAdmissionPolicyBinding,
}
