import { MutatingAdmissionPolicyBinding } from '../../admissionregistration/v1/types.gen.js'
import { validateMutatingAdmissionPolicyBinding } from '../../validation/admissionregistration/mutating-admission-policy-binding.js'
import { raiseGeneration } from '../kept-fields.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'
import { staticSuffixErrors, staticSuffixWarnings, staticSuffixWarningsOnCreate } from './static-suffix.js'

/** How a MutatingAdmissionPolicyBinding behaves in a registry. */
export const mutatingAdmissionPolicyBindingStrategy: KindStrategy<MutatingAdmissionPolicyBinding> = {
  type: MutatingAdmissionPolicyBinding,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  prepareForCreate(object) {
    metadataOf(object).generation = 1
  },
  prepareForUpdate: (object, old) => raiseGeneration(object, old, ['spec']),
  validate: (object, context) => [
    ...validateMutatingAdmissionPolicyBinding(object),
    ...staticSuffixErrors(object, context),
  ],
  validateUpdate: validateMutatingAdmissionPolicyBinding,
  warningsOnCreate: staticSuffixWarningsOnCreate,
  warningsOnUpdate: staticSuffixWarnings,
}
