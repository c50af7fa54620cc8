import type { KindDeclaration } from '../../kind-declaration.js'

export const conversionReview: KindDeclaration = { kind: 'ConversionReview', sameVersions: ['v1', 'v1beta1'] }
