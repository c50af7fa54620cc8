import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { ValidatingAdmissionPolicy } from '../../admissionregistration/v1/types.gen.js'
import {
  validateValidatingAdmissionPolicy,
  validateValidatingAdmissionPolicyStatus,
  validateValidatingAdmissionPolicyUpdate,
} from '../../validation/admissionregistration/validating-admission-policy.js'
import { keepField, raiseGeneration } from '../kept-fields.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'
import type { FieldSetPaths } from '../reset-fields.js'
import { staticSuffixErrors, staticSuffixWarnings, staticSuffixWarningsOnCreate } from './static-suffix.js'

function inAllVersions(...fields: readonly string[]): FieldSetPaths {
  const paths = fields.map((field) => [field])
  const versions = ['v1alpha1', 'v1beta1', 'v1']
  return Object.fromEntries(versions.map((version) => [`admissionregistration.k8s.io/${version}`, paths]))
}

/** How a ValidatingAdmissionPolicy behaves in a registry. */
export const validatingAdmissionPolicyStrategy: KindStrategy<ValidatingAdmissionPolicy> = {
  type: ValidatingAdmissionPolicy,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  prepareForCreate(policy) {
    policy.status = {}
    metadataOf(policy).generation = 1
  },
  prepareForUpdate(policy, old) {
    keepField(policy, old, 'status')
    raiseGeneration(policy, old, ['spec'])
  },
  validate: (policy, context) => [...validateValidatingAdmissionPolicy(policy), ...staticSuffixErrors(policy, context)],
  validateUpdate: validateValidatingAdmissionPolicyUpdate,
  warningsOnCreate: staticSuffixWarningsOnCreate,
  warningsOnUpdate: staticSuffixWarnings,
  resetFields: inAllVersions('status'),
  subresources: {
    status: {
      prepareForUpdate(policy, old) {
        keepField(policy, old, 'spec')
        resetObjectMetaForStatus(policy, old)
      },
      validateUpdate: validateValidatingAdmissionPolicyStatus,
      warningsOnUpdate: staticSuffixWarnings,
      resetFields: inAllVersions('spec', 'metadata'),
    },
  },
}
