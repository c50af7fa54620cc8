import * as v1 from '../authentication/v1/types.gen.js'
import * as v1alpha1 from '../authentication/v1alpha1/types.gen.js'
import * as v1beta1 from '../authentication/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `authentication.k8s.io`. */
export function addAuthenticationConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.TokenReview, v1beta1.TokenReview)
  addSameKinds(scheme, v1.SelfSubjectReview, v1alpha1.SelfSubjectReview, v1beta1.SelfSubjectReview)
}
