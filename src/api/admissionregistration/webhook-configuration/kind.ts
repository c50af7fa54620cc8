import type { KindDeclaration } from '../../kind-declaration.js'

export const validatingWebhookConfiguration: KindDeclaration = {
  kind: 'ValidatingWebhookConfiguration',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [16, 22, 'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration'] },
  storage: { versions: ['v1'] },
}

export const mutatingWebhookConfiguration: KindDeclaration = {
  kind: 'MutatingWebhookConfiguration',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [16, 22, 'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration'] },
  storage: { versions: ['v1'] },
}
