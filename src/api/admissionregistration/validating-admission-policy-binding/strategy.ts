import { raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { metadataOf } from '../../strategies/metadata-of.js'
import { staticSuffixErrors, staticSuffixWarnings, staticSuffixWarningsOnCreate } from '../static-suffix.js'
import { ValidatingAdmissionPolicyBinding } from '../v1/types.gen.js'
import { validateValidatingAdmissionPolicyBinding } from './validation.js'

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
