import type { KindStrategy } from '../kind-strategy.js'
import { mutatingAdmissionPolicyStrategy } from './mutating-admission-policy.js'
import { mutatingAdmissionPolicyBindingStrategy } from './mutating-admission-policy-binding.js'
import { mutatingWebhookConfigurationStrategy } from './mutating-webhook-configuration.js'
import { validatingAdmissionPolicyStrategy } from './validating-admission-policy.js'
import { validatingAdmissionPolicyBindingStrategy } from './validating-admission-policy-binding.js'
import { validatingWebhookConfigurationStrategy } from './validating-webhook-configuration.js'

/** How the kinds of `admissionregistration.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  validatingWebhookConfigurationStrategy,
  mutatingWebhookConfigurationStrategy,
  validatingAdmissionPolicyStrategy,
  validatingAdmissionPolicyBindingStrategy,
  mutatingAdmissionPolicyStrategy,
  mutatingAdmissionPolicyBindingStrategy,
]
