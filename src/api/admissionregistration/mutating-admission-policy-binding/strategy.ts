import { raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { metadataOf } from '../../strategies/metadata-of.js'
import { staticSuffixErrors, staticSuffixWarnings, staticSuffixWarningsOnCreate } from '../static-suffix.js'
import { MutatingAdmissionPolicyBinding } from '../v1/types.gen.js'
import { validateMutatingAdmissionPolicyBinding } from './validation.js'

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
