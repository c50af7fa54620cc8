import * as v1 from '../certificates/v1/types.gen.js'
import * as v1alpha1 from '../certificates/v1alpha1/types.gen.js'
import * as v1beta1 from '../certificates/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addFieldLabels } from './field-labels.js'
import { recastWith } from './recast.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions and field labels of `certificates.k8s.io`. */
export function addCertificatesConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.CertificateSigningRequest, v1beta1.CertificateSigningRequest)
  addSameKinds(scheme, v1.ClusterTrustBundle, v1alpha1.ClusterTrustBundle, v1beta1.ClusterTrustBundle)
  addSameKinds(scheme, v1.PodCertificateRequest, v1beta1.PodCertificateRequest)
  // v1 has the key in a certificate request only.
  scheme.addConversion(v1beta1.PodCertificateRequest, v1.PodCertificateRequest, (from) => {
    const { pkixPublicKey: _key, proofOfPossession: _proof, ...spec } = from.spec ?? {}
    return recastWith(from, v1.PodCertificateRequest, { spec })
  })
  addFieldLabels(scheme, {
    types: [v1.CertificateSigningRequest, v1beta1.CertificateSigningRequest],
    labels: ['metadata.name', 'spec.signerName'],
  })
  addFieldLabels(scheme, {
    types: [v1.ClusterTrustBundle, v1alpha1.ClusterTrustBundle, v1beta1.ClusterTrustBundle],
    labels: ['metadata.name', 'spec.signerName'],
  })
  addFieldLabels(scheme, {
    types: [v1.PodCertificateRequest, v1beta1.PodCertificateRequest],
    labels: ['metadata.name', 'spec.signerName', 'spec.podName', 'spec.nodeName'],
  })
}
