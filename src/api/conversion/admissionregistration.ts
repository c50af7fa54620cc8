import * as v1 from '../admissionregistration/v1/types.gen.js'
import * as v1alpha1 from '../admissionregistration/v1alpha1/types.gen.js'
import * as v1beta1 from '../admissionregistration/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `admissionregistration.k8s.io`. */
export function addAdmissionregistrationConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.ValidatingWebhookConfiguration, v1beta1.ValidatingWebhookConfiguration)
  addSameKinds(scheme, v1.MutatingWebhookConfiguration, v1beta1.MutatingWebhookConfiguration)
  addSameKinds(
    scheme,
    v1.ValidatingAdmissionPolicy,
    v1alpha1.ValidatingAdmissionPolicy,
    v1beta1.ValidatingAdmissionPolicy,
  )
  addSameKinds(
    scheme,
    v1.ValidatingAdmissionPolicyBinding,
    v1alpha1.ValidatingAdmissionPolicyBinding,
    v1beta1.ValidatingAdmissionPolicyBinding,
  )
  addSameKinds(scheme, v1.MutatingAdmissionPolicy, v1alpha1.MutatingAdmissionPolicy, v1beta1.MutatingAdmissionPolicy)
  addSameKinds(
    scheme,
    v1.MutatingAdmissionPolicyBinding,
    v1alpha1.MutatingAdmissionPolicyBinding,
    v1beta1.MutatingAdmissionPolicyBinding,
  )
}
