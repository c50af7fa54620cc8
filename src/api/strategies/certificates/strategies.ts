import type { KindStrategy } from '../kind-strategy.js'
import { certificateSigningRequestStrategy } from './certificate-signing-request.js'
import { clusterTrustBundleStrategy } from './cluster-trust-bundle.js'
import { podCertificateRequestStrategy } from './pod-certificate-request.js'

/** How the kinds of `certificates.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  certificateSigningRequestStrategy,
  clusterTrustBundleStrategy,
  podCertificateRequestStrategy,
]
