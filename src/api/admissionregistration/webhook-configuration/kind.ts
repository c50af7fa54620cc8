import type { KindDeclaration } from '../../kind-declaration.js'

export const validatingWebhookConfiguration: KindDeclaration = {
  kind: 'ValidatingWebhookConfiguration',
  sameVersions: ['v1', 'v1beta1'],
  storage: {},
}

export const mutatingWebhookConfiguration: KindDeclaration = {
  kind: 'MutatingWebhookConfiguration',
  sameVersions: ['v1', 'v1beta1'],
  storage: {},
}
