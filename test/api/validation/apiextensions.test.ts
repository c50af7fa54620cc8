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

const root = 'spec/versions/0/schema/openAPIV3Schema'
const shown = 'spec.validation.openAPIV3Schema'
const advice =
  'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared'
const rules = (...given: object[]) => ({ 'x-kubernetes-validations': given })
const loop = rules({ rule: 'self.all(x, self.all(y, x == y || x != y))' })
const shownRule = (rule: string) =>
  `{"Rule":"${rule}","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}`

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
const shownVersion = (name: string, stored: boolean) =>
  `{"Name":"${name}","Served":true,"Storage":${stored},"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}`
const warning = (text: string) => ({
  'spec/versions/0/deprecated': true,
  'spec/versions/0/deprecationWarning': text,
})

creations(judged, valid, [
  [
    'a rule that does not compile',
    { [`${root}/properties`]: { a: { type: 'string', ...rules({ rule: 'self > 1' }) } } },
    `${shown}.properties[a].x-kubernetes-validations[0].rule: Invalid value: ${shownRule('self \\u003e 1')}: compilation failed: ERROR: <input>:1:6: found no matching overload for '_>_' applied to '(string, int)'\n | self > 1\n | .....^`,
  ],
  [
    'a rule that may cost too much',
    {
      [`${root}/properties`]: {
        a: { type: 'array', maxItems: 3000, items: { type: 'string', maxLength: 10 }, ...loop },
      },
    },
    `${shown}.properties[a].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 13.5x (${advice})`,
    `${shown}.properties[a].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
    `${shown}: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of 1.350150x (${advice})`,
  ],
  [
    'a rule that is cheap because its list is short',
    {
      [`${root}/properties`]: {
        a: { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 10 }, ...loop },
      },
    },
  ],
  [
    'a transition rule where old items cannot be found',
    {
      [`${root}/properties`]: {
        a: { type: 'array', maxItems: 2, items: { type: 'string', ...rules({ rule: 'self == oldSelf' }) } },
      },
    },
    `${shown}.properties[a].items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${shown}.properties[a]`,
  ],
  [
    'an optional old value that no rule reads',
    { [root]: { type: 'object', ...rules({ rule: 'true', optionalOldSelf: true }) } },
    `${shown}.x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule`,
  ],
  [
    'a field path that leads nowhere',
    { [root]: { type: 'object', ...rules({ rule: 'true', fieldPath: '.a' }) } },
    `${shown}.x-kubernetes-validations[0].fieldPath: Invalid value: ".a": must be a valid path`,
  ],
  [
    'a selectable field that is a list',
    {
      [`${root}/properties`]: { a: { type: 'array', items: { type: 'string' } } },
      'spec/versions/0/selectableFields': [{ jsonPath: '.a' }, { jsonPath: ".b['c']" }],
    },
    'spec.selectableFields[0].jsonPath: Invalid value: ".a": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
    'spec.selectableFields[1].jsonPath: Invalid value: ".b[\'c\']": is an invalid path: does not refer to a valid field',
  ],
  [
    'a group of the community without approval',
    { 'metadata/name': 'foos.a.k8s.io', 'spec/group': 'a.k8s.io' },
    'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
  ],
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
  [
    'no group',
    { 'spec/group': '' },
    'metadata.name: Invalid value: "foos.example.com": must be spec.names.plural+"."+spec.group',
    'spec.group: Required value',
  ],
  [
    'a group in capitals',
    { 'spec/group': 'Example.com', 'metadata/name': 'foos.Example.com' },
    `metadata.name: Invalid value: "foos.Example.com": ${subdomain}`,
    `spec.group: Invalid value: "Example.com": ${subdomain}`,
  ],
  [
    'a group without a dot',
    { 'spec/group': 'example', 'metadata/name': 'foos.example' },
    'spec.group: Invalid value: "example": should be a domain with at least one dot',
  ],
  ['no scope', { 'spec/scope': '' }, 'spec.scope: Required value'],
  [
    'a version in capitals',
    { 'spec/versions/0/name': 'V1' },
    `spec.versions[0].name: Invalid value: "V1": ${label}`,
    `spec.version: Invalid value: "V1": ${label}`,
  ],
  [
    'no stored version',
    { 'spec/versions/0/storage': false },
    `spec.versions: Invalid value: [${shownVersion('v1', false)}]: must have exactly one version marked as storage version`,
    'status.storedVersions: Invalid value: null: must have at least one stored version',
  ],
  [
    'two versions of one name',
    { 'spec/versions': [version, { ...version, storage: false }] },
    `spec.versions: Invalid value: [${shownVersion('v1', true)},${shownVersion('v1', false)}]: must contain unique version names`,
  ],
  [
    'two stored versions',
    { 'spec/versions': [version, { ...version, name: 'v2' }] },
    `spec.versions: Invalid value: [${shownVersion('v1', true)},${shownVersion('v2', true)}]: must have exactly one version marked as storage version`,
    'status.storedVersions: Invalid value: ["v1"]: must have the storage version v2',
  ],
  [
    'an empty warning',
    warning(''),
    'spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string',
  ],
  [
    'a warning of two lines',
    warning('é\nb'),
    'spec.versions[0].deprecationWarning: Invalid value: "é\\nb": must only contain printable UTF-8 characters; non-printable character found at index 2',
  ],
  ['a printable warning', warning('Ünstable: use v2!')],
  [
    'rules and defaults where values are only judged',
    {
      [`${root}/properties`]: {
        a: {
          type: 'integer',
          not: rules({ rule: 'true' }),
          allOf: [rules({ rule: 'true' })],
          anyOf: [{ minimum: 1 }, { default: 1 }],
          oneOf: [{ nullable: true }],
        },
      },
    },
    `${shown}.properties[a].allOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural`,
    `${shown}.properties[a].anyOf[1].default: Forbidden: must be undefined to be structural`,
    `${shown}.properties[a].not.x-kubernetes-validations: Forbidden: must be empty to be structural`,
    `${shown}.properties[a].oneOf[0].nullable: Forbidden: must be false to be structural`,
  ],
])
updates(judged, valid, [
  ['another kind before it is established', { 'spec/names/kind': 'Bar', 'spec/names/listKind': 'BarList' }],
])
