import type { KindStrategy } from '../kind-strategy.js'
import { certificateSigningRequestStrategy } from './certificate-signing-request.js'

/** How the kinds of `certificates.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [certificateSigningRequestStrategy]
