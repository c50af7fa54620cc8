import { ValidatingAdmissionPolicyBinding } from '../../admissionregistration/v1/types.gen.js'
import { validateValidatingAdmissionPolicyBinding } from '../../validation/admissionregistration/validating-admission-policy-binding.js'
import { raiseGeneration } from '../kept-fields.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'
import { staticSuffixErrors, staticSuffixWarnings, staticSuffixWarningsOnCreate } from './static-suffix.js'

/** How a ValidatingAdmissionPolicyBinding behaves in a registry. */
export const validatingAdmissionPolicyBindingStrategy: KindStrategy<ValidatingAdmissionPolicyBinding> = {
  type: ValidatingAdmissionPolicyBinding,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  prepareForCreate(object) {
    metadataOf(object).generation = 1
  },
  prepareForUpdate: (object, old) => raiseGeneration(object, old, ['spec']),
  validate: (object, context) => [
    ...validateValidatingAdmissionPolicyBinding(object),
    ...staticSuffixErrors(object, context),
  ],
  validateUpdate: validateValidatingAdmissionPolicyBinding,
  warningsOnCreate: staticSuffixWarningsOnCreate,
  warningsOnUpdate: staticSuffixWarnings,
}
