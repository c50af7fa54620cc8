import { describe } from 'vitest'
import { Judged } from './judged.js'
import { creations, updates } from './tables.js'

const group = 'rbac.authorization.k8s.io'
const apiVersion = `${group}/v1`

describe('ClusterRole', () => {
  const judged = new Judged({ apiVersion, kind: 'ClusterRole', resource: 'clusterroles' })
  const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
  creations(judged, { metadata: { name: 'r' }, rules: [rule] }, [
    ['no verb', { 'rules/0/verbs': [] }, 'rules[0].verbs: Required value: verbs must contain at least one value'],
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
      'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"Role","Name":"x"}: cannot change roleRef',
    ],
  ])
})
