import { Judged } from './judged.js'
import { creations, updates } from './tables.js'

const judged = new Judged({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  resource: 'customresourcedefinitions',
})
const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }
const names = { plural: 'foos', kind: 'Foo' }
const valid = {
  metadata: { name: 'foos.example.com' },
  spec: { group: 'example.com', scope: 'Cluster', names, versions: [version] },
}

creations(judged, valid, [
  [
    'another name',
    { 'metadata/name': 'a' },
    'metadata.name: Invalid value: "a": must be spec.names.plural+"."+spec.group',
  ],
  [
    'an odd scope',
    { 'spec/scope': 'X' },
    'spec.scope: Unsupported value: "X": supported values: "Cluster", "Namespaced"',
  ],
  [
    'kind and list of one name',
    { 'spec/names/listKind': 'Foo' },
    'spec.names.listKind: Invalid value: "Foo": kind and listKind may not be the same',
  ],
  [
    'a list of nothing',
    { 'spec/versions/0/schema/openAPIV3Schema/properties': { a: { type: 'array' } } },
    'spec.validation.openAPIV3Schema.properties[a].items: Required value: must be specified',
  ],
  [
    'a webhook of the future',
    {
      'spec/conversion': {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'https://x' }, conversionReviewVersions: ['v9'] },
      },
    },
    'spec.conversion.conversionReviewVersions: Invalid value: ["v9"]: must include at least one of v1, v1beta1',
  ],
])
updates(judged, valid, [
  ['another kind before it is established', { 'spec/names/kind': 'Bar', 'spec/names/listKind': 'BarList' }],
])
