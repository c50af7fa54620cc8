import type { KindDeclaration } from '../../kind-declaration.js'

export const customResourceDefinition: KindDeclaration = {
  kind: 'CustomResourceDefinition',
  deprecations: { v1beta1: [16, 22, 'apiextensions.k8s.io/v1 CustomResourceDefinition'] },
  storage: { prefix: 'apiextensions.k8s.io/customresourcedefinitions' },
}
