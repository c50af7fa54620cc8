/** How a definition differs from the usual one. */
export interface DefinitionOptions {
  readonly scope?: 'Namespaced' | 'Cluster'
  readonly plural?: string
}

/** A definition of a custom resource of `example.com/v1` that takes every field. */
export function definitionOf(
  kind: string,
  { scope = 'Namespaced', plural = `${kind.toLowerCase()}s` }: DefinitionOptions = {},
) {
  const singular = plural.slice(0, -1)
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { plural, singular, kind, listKind: `${kind}List` },
      scope,
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  }
}
