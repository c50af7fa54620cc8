import * as v1 from '../admission/v1/types.gen.js'
import * as v1beta1 from '../admission/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `admission.k8s.io`. */
export function addAdmissionConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.AdmissionReview, v1beta1.AdmissionReview)
}
