import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

const apiVersion = 'flowcontrol.apiserver.k8s.io/v1'

describe('FlowSchema', () => {
  const judged = new Judged({ apiVersion, kind: 'FlowSchema', resource: 'flowschemas' })
  const resourceRule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }
  const rule = { subjects: [{ kind: 'User', user: { name: 'u' } }], resourceRules: [resourceRule] }
  const spec = { priorityLevelConfiguration: { name: 'p' }, matchingPrecedence: 100, rules: [rule] }
  const account = (namespace: string, name: string) => {
    return { kind: 'ServiceAccount', serviceAccount: { namespace, name } }
  }
  const path = 'spec.rules[0]'
  creations(judged, { metadata: { name: 'f' }, spec }, [
    [
      'no level',
      { 'spec/priorityLevelConfiguration/name': '' },
      'spec.priorityLevelConfiguration.name: Required value: must reference a priority level',
    ],
    [
      'a high precedence',
      { 'spec/matchingPrecedence': 10_001 },
      'spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000',
    ],
    [
      'no subject',
      { 'spec/rules/0/subjects': [] },
      `${path}.subjects: Required value: subjects must contain at least one value`,
    ],
    [
      'no rule',
      { 'spec/rules/0/resourceRules': [] },
      `${path}: Required value: at least one of resourceRules and nonResourceRules has to be non-empty`,
    ],
    [
      'all verbs and one',
      { 'spec/rules/0/resourceRules/0/verbs': ['*', 'get'] },
      `${path}.resourceRules[0].verbs: Invalid value: ["*","get"]: if '*' is present, must not specify other verbs`,
    ],
    [
      'a bad name',
      { 'metadata/name': 'system+++$$' },
      `metadata.name: Invalid value: "system+++$$": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'an unknown method to tell flows apart',
      { 'spec/distinguisherMethod': { type: '' } },
      'spec.distinguisherMethod.type: Unsupported value: {"Type":""}: supported values: "ByNamespace", "ByUser"',
    ],
    ['flows of namespaces', { 'spec/distinguisherMethod': { type: 'ByNamespace' } }],
    [
      'flows of something',
      { 'spec/distinguisherMethod': { type: 'fake' } },
      'spec.distinguisherMethod.type: Unsupported value: {"Type":"fake"}: supported values: "ByNamespace", "ByUser"',
    ],
    [
      'a precedence of nothing',
      { 'spec/matchingPrecedence': -1 },
      'spec.matchingPrecedence: Invalid value: -1: must be a positive value',
    ],
    ['no rules', { 'spec/rules': [] }],
    [
      'a precedence that only one may have',
      { 'spec/matchingPrecedence': 1 },
      "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
    ],
    [
      'the exempt level',
      { 'spec/priorityLevelConfiguration/name': 'exempt', 'spec/matchingPrecedence': 1 },
      "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
    ],
    [
      'a bad level',
      { 'spec/priorityLevelConfiguration/name': 'system+++$$' },
      `spec.priorityLevelConfiguration.name: Invalid value: "system+++$$": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'several kinds of a subject',
      { 'spec/rules/0/subjects/0/group': { name: 'g' } },
      "spec.rules[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'",
    ],
    [
      'a user without name',
      { 'spec/rules/0/subjects': [{ kind: 'User', user: { name: '' } }] },
      'spec.rules[0].subjects[0].user.name: Required value',
    ],
    [
      'no user',
      { 'spec/rules/0/subjects': [{ kind: 'User' }] },
      "spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'",
    ],
    [
      'no group',
      { 'spec/rules/0/subjects': [{ kind: 'Group' }] },
      "spec.rules[0].subjects[0].group: Required value: group is required when subject kind is 'Group'",
    ],
    [
      'a group without name',
      { 'spec/rules/0/subjects': [{ kind: 'Group', group: {} }] },
      'spec.rules[0].subjects[0].group.name: Required value',
    ],
    ['all groups', { 'spec/rules/0/subjects': [{ kind: 'Group', group: { name: '*' } }] }],
    [
      'no account',
      { 'spec/rules/0/subjects': [{ kind: 'ServiceAccount' }] },
      "spec.rules[0].subjects[0].serviceAccount: Required value: serviceAccount is required when subject kind is 'ServiceAccount'",
    ],
    [
      'an account of nobody',
      { 'spec/rules/0/subjects': [{ kind: 'ServiceAccount', serviceAccount: {} }] },
      'spec.rules[0].subjects[0].serviceAccount.name: Required value',
      'spec.rules[0].subjects[0].serviceAccount.namespace: Required value: must specify namespace for service account',
    ],
    ['all accounts', { 'spec/rules/0/subjects': [account('n', '*')] }],
    [
      'an account of any namespace',
      { 'spec/rules/0/subjects': [account('*', 'a')] },
      `spec.rules[0].subjects[0].serviceAccount.namespace: Invalid value: "*": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
    ],
    [
      'accounts with bad names',
      { 'spec/rules/0/subjects': [account('n!', 'a!')] },
      `spec.rules[0].subjects[0].serviceAccount.name: Invalid value: "a!": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      `spec.rules[0].subjects[0].serviceAccount.namespace: Invalid value: "n!": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
    ],
    [
      'an unknown kind of subject',
      { 'spec/rules/0/subjects': [{ kind: 'FooKind' }] },
      'spec.rules[0].subjects[0].kind: Unsupported value: "FooKind": supported values: "Group", "ServiceAccount", "User"',
    ],
    [
      'no verb',
      { 'spec/rules/0/resourceRules/0/verbs': [] },
      'spec.rules[0].resourceRules[0].verbs: Required value: verbs must contain at least one value',
    ],
    [
      'a verb that is none',
      { 'spec/rules/0/resourceRules/0/verbs': ['feed'] },
      'spec.rules[0].resourceRules[0].verbs: Unsupported value: ["feed"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
    ],
    [
      'verbs that are some',
      { 'spec/rules/0/resourceRules/0/verbs': ['feed', 'get'] },
      'spec.rules[0].resourceRules[0].verbs: Unsupported value: ["feed","get"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
    ],
    [
      'no group of resources',
      { 'spec/rules/0/resourceRules/0/apiGroups': [] },
      'spec.rules[0].resourceRules[0].apiGroups: Required value: resource rules must supply at least one api group',
    ],
    [
      'all groups and one',
      { 'spec/rules/0/resourceRules/0/apiGroups': ['*', 'a'] },
      `spec.rules[0].resourceRules[0].apiGroups: Invalid value: ["*","a"]: if '*' is present, must not specify other api groups`,
    ],
    [
      'no resource',
      { 'spec/rules/0/resourceRules/0/resources': [] },
      'spec.rules[0].resourceRules[0].resources: Required value: resource rules must supply at least one resource',
    ],
    [
      'all resources and one',
      { 'spec/rules/0/resourceRules/0/resources': ['*', 'a'] },
      `spec.rules[0].resourceRules[0].resources: Invalid value: ["*","a"]: if '*' is present, must not specify other resources`,
    ],
    ['no namespace', { 'spec/rules/0/resourceRules/0/namespaces': [] }],
    ['namespaces only', { 'spec/rules/0/resourceRules/0/clusterScope': false }],
    [
      'nothing anywhere',
      { 'spec/rules/0/resourceRules/0': { ...resourceRule, clusterScope: false, namespaces: [] } },
      'spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace',
    ],
    [
      'all namespaces and one',
      { 'spec/rules/0/resourceRules/0/namespaces': ['*', 'a'] },
      `spec.rules[0].resourceRules[0].namespaces: Invalid value: ["*","a"]: if '*' is present, must not specify other namespaces`,
    ],
    [
      'a bad namespace',
      { 'spec/rules/0/resourceRules/0/namespaces': ['-n!'] },
      `spec.rules[0].resourceRules[0].namespaces[0]: Invalid value: "-n!": each member of this list must be '*' or a DNS-1123 label; a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
    ],
    ['paths', { 'spec/rules/0/nonResourceRules': [{ verbs: ['*'], nonResourceURLs: ['*'] }] }],
    [
      'no verb for paths',
      { 'spec/rules/0/nonResourceRules': [{ verbs: [], nonResourceURLs: ['*'] }] },
      'spec.rules[0].nonResourceRules[0].verbs: Required value: verbs must contain at least one value',
    ],
    [
      'a verb of resources for paths',
      { 'spec/rules/0/nonResourceRules': [{ verbs: ['list'], nonResourceURLs: ['*'] }] },
    ],
    [
      'no path',
      { 'spec/rules/0/nonResourceRules': [{ verbs: ['*'], nonResourceURLs: [] }] },
      'spec.rules[0].nonResourceRules[0].nonResourceURLs: Required value: nonResourceURLs must contain at least one value',
    ],
    [
      'an empty path',
      { 'spec/rules/0/nonResourceRules': [{ verbs: ['*'], nonResourceURLs: [''] }] },
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "": must not be empty',
    ],
    [
      'a path from nowhere',
      { 'spec/rules/0/nonResourceRules': [{ verbs: ['*'], nonResourceURLs: ['a'] }] },
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "a": must start with slash',
    ],
    [
      'a path with a blank',
      { 'spec/rules/0/nonResourceRules': [{ verbs: ['*'], nonResourceURLs: ['/a b'] }] },
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "/a b": must not contain white-space',
    ],
    [
      'a path with two slashes',
      { 'spec/rules/0/nonResourceRules': [{ verbs: ['*'], nonResourceURLs: ['/a//b'] }] },
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "/a//b": must not contain double slash',
    ],
    [
      'a path with a star inside',
      { 'spec/rules/0/nonResourceRules': [{ verbs: ['*'], nonResourceURLs: ['/a*b'] }] },
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "/a*b": wildcard can only do suffix matching',
    ],
    [
      'a path with a star at the end',
      { 'spec/rules/0/nonResourceRules': [{ verbs: ['*'], nonResourceURLs: ['/a/*'] }] },
    ],
    [
      'all paths and one',
      { 'spec/rules/0/nonResourceRules': [{ verbs: ['*'], nonResourceURLs: ['*', '/a'] }] },
      `spec.rules[0].nonResourceRules[0].nonResourceURLs: Invalid value: ["*","/a"]: if '*' is present, must not specify other non-resource URLs`,
    ],
    [
      'a path that ends with a star',
      { 'spec/rules/0/nonResourceRules': [{ verbs: ['*'], nonResourceURLs: ['/a*'] }] },
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "/a*": wildcard can only do suffix matching',
    ],
    ['the root', { 'spec/rules/0/nonResourceRules': [{ verbs: ['*'], nonResourceURLs: ['/', '/a/'] }] }],
    [
      'a schema that the server has',
      { 'metadata/name': 'exempt' },
      `spec: Invalid value: {"PriorityLevelConfiguration":{"Name":"p"},"MatchingPrecedence":100,"DistinguisherMethod":null,"Rules":[{"Subjects":[{"Kind":"User","User":{"Name":"u"},"Group":null,"ServiceAccount":null}],"ResourceRules":[{"Verbs":["*"],"APIGroups":["*"],"Resources":["*"],"ClusterScope":true,"Namespaces":["*"]}],"NonResourceRules":null}]}: spec of 'exempt' must equal the fixed value`,
    ],
    [
      'another schema that the server has',
      { 'metadata/name': 'catch-all' },
      `spec: Invalid value: {"PriorityLevelConfiguration":{"Name":"p"},"MatchingPrecedence":100,"DistinguisherMethod":null,"Rules":[{"Subjects":[{"Kind":"User","User":{"Name":"u"},"Group":null,"ServiceAccount":null}],"ResourceRules":[{"Verbs":["*"],"APIGroups":["*"],"Resources":["*"],"ClusterScope":true,"Namespaces":["*"]}],"NonResourceRules":null}]}: spec of 'catch-all' must equal the fixed value`,
    ],
  ])
  const conditions = (...given: object[]) => ({ status: { conditions: given } })
  updates(judged.of('status'), { metadata: { name: 'f' }, spec }, [
    ['a condition', conditions({ type: 'Dangling', status: 'True' })],
    [
      'a condition twice',
      conditions({ type: 'Dangling', status: 'True' }, { type: 'Dangling', status: 'False' }),
      'status.conditions[1].type: Duplicate value: "Dangling"',
    ],
    ['no type', conditions({ status: 'True' }), 'status.conditions[0].type: Required value'],
    ['an unknown status', conditions({ type: 'Dangling', status: 'Perhaps' })],
  ])
  updates(judged, { metadata: { name: 'f' }, spec }, [
    ['another precedence', { 'spec/matchingPrecedence': 5 }],
    [
      'a precedence that is none',
      { 'spec/matchingPrecedence': 50_000 },
      'spec.matchingPrecedence: Invalid value: 50000: must not be greater than 10000',
    ],
  ])
})
