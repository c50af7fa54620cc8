import type { KindDeclaration } from '../../kind-declaration.js'

/** ConversionReview of `apiextensions.k8s.io`. */
export const conversionReview: KindDeclaration = { kind: 'ConversionReview', sameVersions: ['v1', 'v1beta1'] }
