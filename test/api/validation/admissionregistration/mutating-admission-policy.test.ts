import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { type Changes, creations } from '../tables.js'

// The rows of TestValidateMutatingAdmissionPolicy and of its binding upstream.
const apiVersion = 'admissionregistration.k8s.io/v1'
const rule = { apiGroups: ['a'], apiVersions: ['a'], resources: ['a'], operations: ['CREATE'] }
const apply = 'Object{spec: Object.spec{replicas: 1}}'
const mutation = { patchType: 'ApplyConfiguration', applyConfiguration: { expression: apply } }
const spec = {
  failurePolicy: 'Fail',
  reinvocationPolicy: 'Never',
  matchConstraints: { resourceRules: [rule] },
  mutations: [mutation],
}

describe('MutatingAdmissionPolicy', () => {
  const judged = new Judged({ apiVersion, kind: 'MutatingAdmissionPolicy', resource: 'mutatingadmissionpolicies' })
  const changing = (...mutations: object[]): Changes => ({ 'spec/mutations': mutations })
  const patching = (expression: string) => changing({ patchType: 'JSONPatch', jsonPatch: { expression } })
  const applying = (expression: string) => changing({ ...mutation, applyConfiguration: { expression } })
  creations(judged, { metadata: { name: 'config' }, spec }, [
    [
      'a bad name',
      { 'metadata/name': '!' },
      `metadata.name: Invalid value: "!": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'an unknown policy of failure',
      { 'spec/failurePolicy': 'other' },
      'spec.failurePolicy: Unsupported value: "other": supported values: "Fail", "Ignore"',
    ],
    [
      'an unknown policy of calling again',
      { 'spec/reinvocationPolicy': 'other' },
      'spec.reinvocationPolicy: Unsupported value: "other": supported values: "IfNeeded", "Never"',
    ],
    ['called again', { 'spec/reinvocationPolicy': 'IfNeeded' }],
    ['nothing matched', { 'spec/matchConstraints': undefined }, 'spec.matchConstraints: Required value'],
    ['no rules', { 'spec/matchConstraints/resourceRules': [] }, 'spec.matchConstraints.resourceRules: Required value'],
    [
      'deletions',
      { 'spec/matchConstraints/resourceRules': [{ ...rule, operations: ['DELETE'] }] },
      'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
    ],
    ['everything', { 'spec/matchConstraints/resourceRules': [{ ...rule, operations: ['*'] }] }],
    ['nothing changed', changing(), 'spec.mutations: Required value: mutations must contain at least one item'],
    [
      'no type of patch',
      changing({ applyConfiguration: { expression: apply } }),
      'spec.mutations[0].patchType: Required value',
    ],
    [
      'an unknown type of patch',
      changing({ patchType: 'other', applyConfiguration: { expression: apply } }),
      'spec.mutations[0].patchType: Unsupported value: "other": supported values: "ApplyConfiguration", "JSONPatch"',
    ],
    [
      'both',
      changing({ ...mutation, jsonPatch: { expression: '[]' } }),
      'spec.mutations[0].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
    ],
    [
      'the other one',
      changing({ patchType: 'JSONPatch', applyConfiguration: { expression: apply } }),
      'spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch',
      'spec.mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
    ],
    [
      'neither',
      changing({ patchType: 'JSONPatch' }),
      'spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch',
    ],
    ['no expression', applying(''), 'spec.mutations[0].applyConfiguration.expression: Required value'],
    ['blanks', applying('  '), 'spec.mutations[0].applyConfiguration.expression: Required value'],
    [
      'what is no object',
      applying('1'),
      'spec.mutations[0].applyConfiguration.expression: Invalid value: "1": must evaluate to Object but got int',
    ],
    [
      'what does not parse',
      applying('Object{'),
      `spec.mutations[0].applyConfiguration.expression: Invalid value: "Object{": compilation failed: ERROR: <input>:1:8: Syntax error: mismatched input '<EOF>' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}
 | Object{
 | .......^`,
    ],
    ['a list of patches', patching('[JSONPatch{op: "add", path: "/spec/replicas", value: 3}]')],
    [
      'no list of patches',
      patching('JSONPatch{op: "add", path: "/a"}'),
      `spec.mutations[0].jsonPatch.expression: Invalid value: "JSONPatch{op: \\"add\\", path: \\"/a\\"}": must evaluate to list(JSONPatch) but got JSONPatch`,
    ],
    [
      'a list of something else',
      patching('[1]'),
      'spec.mutations[0].jsonPatch.expression: Invalid value: "[1]": must evaluate to list(JSONPatch) but got list(int)',
    ],
    [
      'an unknown field of a patch',
      patching('[JSONPatch{operation: "add"}]'),
      `spec.mutations[0].jsonPatch.expression: Invalid value: "[JSONPatch{operation: \\"add\\"}]": compilation failed: ERROR: <input>:1:21: undefined field 'operation'
 | [JSONPatch{operation: "add"}]
 | ....................^`,
    ],
    [
      'a variable',
      {
        'spec/variables': [{ name: 'a', expression: '1' }],
        ...applying('Object{spec: Object.spec{replicas: variables.a}}'),
      },
    ],
    [
      'a variable that is not there',
      applying('Object{spec: Object.spec{replicas: variables.a}}'),
      `spec.mutations[0].applyConfiguration.expression: Invalid value: "Object{spec: Object.spec{replicas: variables.a}}": compilation failed: ERROR: <input>:1:45: undefined field 'a'
 | Object{spec: Object.spec{replicas: variables.a}}
 | ............................................^`,
    ],
    [
      'parameters',
      {
        'spec/paramKind': { apiVersion: 'v1', kind: 'ConfigMap' },
        ...applying('Object{spec: Object.spec{replicas: params.a}}'),
      },
    ],
    [
      'parameters that are not there',
      applying('Object{spec: Object.spec{replicas: params.a}}'),
      `spec.mutations[0].applyConfiguration.expression: Invalid value: "Object{spec: Object.spec{replicas: params.a}}": compilation failed: ERROR: <input>:1:36: undeclared reference to 'params' (in container '')
 | Object{spec: Object.spec{replicas: params.a}}
 | ...................................^`,
    ],
    [
      'a condition twice',
      {
        'spec/matchConditions': [
          { name: 'a', expression: 'true' },
          { name: 'a', expression: 'true' },
        ],
      },
      'spec.matchConditions[1].name: Duplicate value: "a"',
    ],
    [
      'a condition that is none',
      { 'spec/matchConditions': [{ name: 'a', expression: '1' }] },
      'spec.matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int',
    ],
  ])
})

describe('MutatingAdmissionPolicyBinding', () => {
  const judged = new Judged({
    apiVersion,
    kind: 'MutatingAdmissionPolicyBinding',
    resource: 'mutatingadmissionpolicybindings',
  })
  creations(judged, { metadata: { name: 'b' }, spec: { policyName: 'p' } }, [
    ['no policy', { 'spec/policyName': '' }, 'spec.policyName: Required value'],
    [
      'a bad policy',
      { 'spec/policyName': 'P_' },
      `spec.policyName: Invalid value: "P_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'parameters of nothing',
      { 'spec/paramRef': { parameterNotFoundAction: 'Deny' } },
      'spec.paramRef: Required value: one of name or selector must be specified',
    ],
    [
      'nothing said of missing parameters',
      { 'spec/paramRef': { name: 'a' } },
      'spec.paramRef.parameterNotFoundAction: Required value',
    ],
    [
      'a selector that is none',
      { 'spec/matchResources': { objectSelector: { matchLabels: { a: '!' } } } },
      `spec.matchResources.objectSelector.matchLabels: Invalid value: "!": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    ],
    [
      'deletions',
      { 'spec/matchResources': { resourceRules: [{ ...rule, operations: ['DELETE'] }] } },
      'spec.matchResources.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
    ],
  ])
})
