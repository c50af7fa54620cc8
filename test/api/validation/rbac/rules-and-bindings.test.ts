import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

const group = 'rbac.authorization.k8s.io'
const apiVersion = `${group}/v1`

describe('ClusterRole', () => {
  const judged = new Judged({ apiVersion, kind: 'ClusterRole', resource: 'clusterroles' })
  const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
  creations(judged, { metadata: { name: 'r' }, rules: [rule] }, [
    ['no verb', { 'rules/0/verbs': [] }, 'rules[0].verbs: Required value'],
    [
      'no group',
      { 'rules/0/apiGroups': [] },
      'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
    ],
    [
      'no resource',
      { 'rules/0/resources': [] },
      'rules[0].resources: Required value: resource rules must supply at least one resource',
    ],
    [
      'URLs and resources',
      { 'rules/0/nonResourceURLs': ['/x'] },
      'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
    ],
    ['a name that is a path', { 'metadata/name': 'a:b' }],
    [
      'a name that ends the path',
      { 'metadata/name': 'a/b' },
      `metadata.name: Invalid value: "a/b": may not contain '/'`,
    ],
    [
      'a name with a percent sign',
      { 'metadata/name': 'a%b' },
      `metadata.name: Invalid value: "a%b": may not contain '%'`,
    ],
    ['a name that is the folder', { 'metadata/name': '.' }, `metadata.name: Invalid value: ".": may not be '.'`],
    ['no name', { 'metadata/name': '' }, 'metadata.name: Required value: name or generateName is required'],
    ['no rules', { rules: [] }],
    ['addresses', { rules: [{ verbs: ['get'], nonResourceURLs: ['/*'] }] }],
    ['addresses without verb', { rules: [{ nonResourceURLs: ['/*'] }] }, 'rules[0].verbs: Required value'],
    [
      'addresses and groups',
      { rules: [{ verbs: ['get'], nonResourceURLs: ['/*'], apiGroups: [''] }] },
      'rules[0].nonResourceURLs: Invalid value: ["/*"]: rules cannot apply to both regular resources and non-resource URLs',
    ],
    [
      'addresses and names',
      { rules: [{ verbs: ['get'], nonResourceURLs: ['/*'], resourceNames: ['a'] }] },
      'rules[0].nonResourceURLs: Invalid value: ["/*"]: rules cannot apply to both regular resources and non-resource URLs',
    ],
    [
      'nothing',
      { rules: [{}] },
      'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
      'rules[0].resources: Required value: resource rules must supply at least one resource',
      'rules[0].verbs: Required value',
    ],
    ['names', { 'rules/0/resourceNames': ['a'] }],
    ['a selector', { rules: [], aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } }],
    [
      'no selector',
      { rules: [], aggregationRule: { clusterRoleSelectors: [] } },
      'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
    ],
    [
      'a bad selector',
      { rules: [], aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: '!' } }] } },
      `aggregationRule.clusterRoleSelectors[0].matchLabels: Invalid value: "!": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
      'aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid label selector.',
    ],
    [
      'an operator that is none',
      { rules: [], aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'x' }] }] } },
      'aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
      'aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid label selector.',
    ],
  ])
})

describe('Role', () => {
  const judged = new Judged({ apiVersion, kind: 'Role', resource: 'roles', namespace: 'n' })
  const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
  creations(judged, { metadata: { name: 'r', namespace: 'n' }, rules: [rule] }, [
    [
      'addresses in a namespace',
      { rules: [{ verbs: ['get'], nonResourceURLs: ['/*'] }] },
      'rules[0].nonResourceURLs: Invalid value: ["/*"]: namespaced rules cannot apply to non-resource URLs',
    ],
    ['no verb', { 'rules/0/verbs': [] }, 'rules[0].verbs: Required value'],
    [
      'a rule of nothing',
      { rules: [{}] },
      'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
      'rules[0].resources: Required value: resource rules must supply at least one resource',
      'rules[0].verbs: Required value',
    ],
  ])
})

describe('ClusterRoleBinding', () => {
  const judged = new Judged({ apiVersion, kind: 'ClusterRoleBinding', resource: 'clusterrolebindings' })
  const valid = { metadata: { name: 'b' }, roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'r' } }
  const subject = (given: object) => ({ subjects: [given] })
  creations(judged, valid, [
    [
      'a role of a namespace',
      { 'roleRef/kind': 'Role' },
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
    ],
    [
      'a role of another group',
      { 'roleRef/apiGroup': 'rbac.GroupName' },
      'roleRef.apiGroup: Unsupported value: "rbac.GroupName": supported values: "rbac.authorization.k8s.io"',
    ],
    [
      'no role',
      { roleRef: {} },
      'roleRef.kind: Unsupported value: "": supported values: "ClusterRole"',
      'roleRef.name: Required value',
    ],
    ['a role with a path', { 'roleRef/name': 'a/b' }, `roleRef.name: Invalid value: "a/b": may not contain '/'`],
    ['an account', subject({ kind: 'ServiceAccount', namespace: 'n', name: 'a' })],
    [
      'an account of no namespace',
      subject({ kind: 'ServiceAccount', name: 'a' }),
      'subjects[0].namespace: Required value',
    ],
    [
      'an account with a bad name',
      subject({ kind: 'ServiceAccount', namespace: 'n', name: 'foo:bar' }),
      `subjects[0].name: Invalid value: "foo:bar": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'an account of a group',
      subject({ kind: 'ServiceAccount', apiGroup: 'x', namespace: 'n', name: 'a' }),
      'subjects[0].apiGroup: Unsupported value: "x": supported values: ""',
    ],
    [
      'an account without name',
      subject({ kind: 'ServiceAccount', namespace: 'n' }),
      'subjects[0].name: Required value',
    ],
    ['a group', subject({ kind: 'Group', name: 'g' })],
    [
      'a group of another group',
      subject({ kind: 'Group', apiGroup: 'x', name: 'g' }),
      'subjects[0].apiGroup: Unsupported value: "x": supported values: "rbac.authorization.k8s.io"',
    ],
    [
      'no kind',
      subject({ name: 'g' }),
      'subjects[0].kind: Unsupported value: "": supported values: "ServiceAccount", "User", "Group"',
    ],
    [
      'a name with a percent sign',
      { 'metadata/name': 'a%b' },
      `metadata.name: Invalid value: "a%b": may not contain '%'`,
    ],
  ])
  updates(judged, valid, [
    [
      'another role',
      { 'roleRef/name': 'changed' },
      'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"ClusterRole","Name":"changed"}: field is immutable',
    ],
    [
      'another kind',
      { 'roleRef/kind': 'Role' },
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
      'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"Role","Name":"r"}: field is immutable',
    ],
    ['other subjects', subject({ kind: 'User', name: 'u' })],
  ])
})

describe('RoleBinding', () => {
  const judged = new Judged({ apiVersion, kind: 'RoleBinding', resource: 'rolebindings', namespace: 'n' })
  const valid = {
    metadata: { name: 'b', namespace: 'n' },
    roleRef: { apiGroup: group, kind: 'Role', name: 'r' },
    subjects: [{ kind: 'User', apiGroup: group, name: 'u' }],
  }
  creations(judged, valid, [
    ['no role', { 'roleRef/name': '' }, 'roleRef.name: Required value'],
    [
      'no kind of role',
      { 'roleRef/kind': 'Other' },
      'roleRef.kind: Unsupported value: "Other": supported values: "Role", "ClusterRole"',
    ],
    ['no name', { 'subjects/0/name': '' }, 'subjects[0].name: Required value'],
    [
      'another group',
      { 'subjects/0/apiGroup': 'x' },
      'subjects[0].apiGroup: Unsupported value: "x": supported values: "rbac.authorization.k8s.io"',
    ],
    [
      'an unknown kind',
      { 'subjects/0/kind': 'Foo' },
      'subjects[0].kind: Unsupported value: "Foo": supported values: "ServiceAccount", "User", "Group"',
    ],
  ])
  updates(judged, valid, [
    [
      'another role',
      { 'roleRef/name': 'x' },
      'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"Role","Name":"x"}: field is immutable',
    ],
  ])
})
