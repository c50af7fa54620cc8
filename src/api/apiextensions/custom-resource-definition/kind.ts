import type { KindDeclaration } from '../../kind-declaration.js'

export const customResourceDefinition: KindDeclaration = {
  kind: 'CustomResourceDefinition',
  storage: { prefix: 'apiextensions.k8s.io/customresourcedefinitions' },
}
