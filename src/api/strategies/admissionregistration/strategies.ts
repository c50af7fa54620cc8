import { mutatingAdmissionPolicyStrategy } from '../../admissionregistration/mutating-admission-policy/strategy.js'
import { mutatingAdmissionPolicyBindingStrategy } from '../../admissionregistration/mutating-admission-policy-binding/strategy.js'
import { mutatingWebhookConfigurationStrategy } from '../../admissionregistration/mutating-webhook-configuration/strategy.js'
import { validatingAdmissionPolicyStrategy } from '../../admissionregistration/validating-admission-policy/strategy.js'
import { validatingAdmissionPolicyBindingStrategy } from '../../admissionregistration/validating-admission-policy-binding/strategy.js'
import { validatingWebhookConfigurationStrategy } from '../../admissionregistration/validating-webhook-configuration/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `admissionregistration.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  validatingWebhookConfigurationStrategy,
  mutatingWebhookConfigurationStrategy,
  validatingAdmissionPolicyStrategy,
  validatingAdmissionPolicyBindingStrategy,
  mutatingAdmissionPolicyStrategy,
  mutatingAdmissionPolicyBindingStrategy,
]
