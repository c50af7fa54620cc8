import { raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { metadataOf } from '../../strategies/metadata-of.js'
import { staticSuffixErrors, staticSuffixWarnings, staticSuffixWarningsOnCreate } from '../static-suffix.js'
import { MutatingAdmissionPolicy } from '../v1/types.gen.js'
import { validateMutatingAdmissionPolicy, validateMutatingAdmissionPolicyUpdate } from './validation.js'

/** How a MutatingAdmissionPolicy behaves in a registry. */
export const mutatingAdmissionPolicyStrategy: KindStrategy<MutatingAdmissionPolicy> = {
  type: MutatingAdmissionPolicy,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  prepareForCreate(object) {
    metadataOf(object).generation = 1
  },
  prepareForUpdate: (object, old) => raiseGeneration(object, old, ['spec']),
  validate: (object, context) => [...validateMutatingAdmissionPolicy(object), ...staticSuffixErrors(object, context)],
  validateUpdate: validateMutatingAdmissionPolicyUpdate,
  warningsOnCreate: staticSuffixWarningsOnCreate,
  warningsOnUpdate: staticSuffixWarnings,
}
