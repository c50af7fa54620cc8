import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { keepField, raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import type { FieldSetPaths } from '../../strategies/reset-fields.js'
import {
  validateMutatingAdmissionPolicy,
  validateMutatingAdmissionPolicyUpdate,
} from '../admission-policy/mutating-admission-policy.js'
import { configured, staticSuffixErrors, staticSuffixWarnings } from '../static-suffix.js'
import { MutatingAdmissionPolicy, ValidatingAdmissionPolicy } from '../v1/types.gen.js'
import {
  validateValidatingAdmissionPolicy,
  validateValidatingAdmissionPolicyStatus,
  validateValidatingAdmissionPolicyUpdate,
} from './validating-admission-policy.js'

function inAllVersions(...fields: readonly string[]): FieldSetPaths {
  const paths = fields.map((field) => [field])
  const versions = ['v1alpha1', 'v1beta1', 'v1']
  return Object.fromEntries(versions.map((version) => [`admissionregistration.k8s.io/${version}`, paths]))
}

/** How a ValidatingAdmissionPolicy behaves in a registry. */
export const validatingAdmissionPolicyStrategy: KindStrategy<ValidatingAdmissionPolicy> = {
  type: ValidatingAdmissionPolicy,
  ...configured,
  prepareForCreate(policy) {
    policy.status = {}
    ensureMetadata(policy).generation = 1
  },
  prepareForUpdate(policy, old) {
    keepField(policy, old, 'status')
    raiseGeneration(policy, old, ['spec'])
  },
  validate: (policy, context) => [...validateValidatingAdmissionPolicy(policy), ...staticSuffixErrors(policy, context)],
  validateUpdate: validateValidatingAdmissionPolicyUpdate,
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

/** How a MutatingAdmissionPolicy behaves in a registry. */
export const mutatingAdmissionPolicyStrategy: KindStrategy<MutatingAdmissionPolicy> = {
  type: MutatingAdmissionPolicy,
  ...configured,
  prepareForUpdate: (object, old) => raiseGeneration(object, old, ['spec']),
  validate: (object, context) => [...validateMutatingAdmissionPolicy(object), ...staticSuffixErrors(object, context)],
  validateUpdate: validateMutatingAdmissionPolicyUpdate,
}
