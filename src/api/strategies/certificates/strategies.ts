import { certificateSigningRequestStrategy } from '../../certificates/certificate-signing-request/strategy.js'
import { clusterTrustBundleStrategy } from '../../certificates/cluster-trust-bundle/strategy.js'
import { podCertificateRequestStrategy } from '../../certificates/pod-certificate-request/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `certificates.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  certificateSigningRequestStrategy,
  clusterTrustBundleStrategy,
  podCertificateRequestStrategy,
]
