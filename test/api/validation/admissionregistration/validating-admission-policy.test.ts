import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { type Changes, creations, updates } from '../tables.js'

// The rows of TestValidateValidatingAdmissionPolicy, of its update and of TestValidateValidatingAdmissionPolicyBinding upstream.
const apiVersion = 'admissionregistration.k8s.io/v1'
const rule = { apiGroups: ['a'], apiVersions: ['a'], resources: ['a'], operations: ['CREATE'] }
const matchConstraints = { resourceRules: [rule] }
const spec = { failurePolicy: 'Ignore', matchConstraints, validations: [{ expression: 'object.x < 100' }] }
const valid = { metadata: { name: 'config' }, spec }

describe('a policy', () => {
  const resource = 'validatingadmissionpolicies'
  const judged = new Judged({ apiVersion, kind: 'ValidatingAdmissionPolicy', resource })
  const checking = (...validations: object[]): Changes => ({ 'spec/validations': validations })
  const ruled = (changes: object) => ({ 'spec/matchConstraints/resourceRules': [{ ...rule, ...changes }] })
  const kind = (apiVersion?: string, kind?: string) => ({ 'spec/paramKind': { apiVersion, kind } })
  creations(judged, valid, [
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
    ['nothing matched', { 'spec/matchConstraints': undefined }, 'spec.matchConstraints: Required value'],
    ['no rules', { 'spec/matchConstraints/resourceRules': [] }, 'spec.matchConstraints.resourceRules: Required value'],
    [
      'nothing checked',
      { 'spec/validations': [] },
      'spec.validations: Required value: validations or auditAnnotations must contain at least one item',
      'spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item',
    ],
    ['annotations only', { 'spec/validations': [], 'spec/auditAnnotations': [{ key: 'a', valueExpression: '"x"' }] }],
    ['no expression', checking({}), 'spec.validations[0].expression: Required value: expression is not specified'],
    [
      'blanks',
      checking({ expression: '  ' }),
      'spec.validations[0].expression: Required value: expression is not specified',
    ],
    [
      'what does not parse',
      checking({ expression: 'object.x in [1, 2, ' }),
      `spec.validations[0].expression: Invalid value: "object.x in [1, 2, ": compilation failed: ERROR: <input>:1:20: Syntax error: missing ']' at '<EOF>'
 | object.x in [1, 2, 
 | ...................^`,
    ],
    ['a message', checking({ expression: 'true', message: 'x' })],
    [
      'a message of blanks',
      checking({ expression: 'true', message: '  ' }),
      'spec.validations[0].message: Invalid value: "  ": must be non-empty if specified',
    ],
    [
      'a message of two lines',
      checking({ expression: 'true', message: 'a\nb' }),
      `spec.validations[0].message: Invalid value: "a\\nb": must not contain line breaks`,
    ],
    [
      'a reason',
      checking({ expression: 'true', reason: 'Unauthorized' }),
      'spec.validations[0].reason: Unsupported value: "Unauthorized": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
    ],
    [
      'an unknown reason',
      checking({ expression: 'true', reason: 'other' }),
      'spec.validations[0].reason: Unsupported value: "other": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
    ],
    ['a made message', checking({ expression: 'true', messageExpression: '"a"' })],
    [
      'a made message of blanks',
      checking({ expression: 'true', messageExpression: '  ' }),
      'spec.validations[0].messageExpression: Invalid value: "  ": must be non-empty if specified',
    ],
    [
      'a made message that is none',
      checking({ expression: 'true', messageExpression: '[1]' }),
      'spec.validations[0].messageExpression: Invalid value: "[1]": must evaluate to string but got list(int)',
    ],
    [
      'a made message that does not parse',
      checking({ expression: 'true', messageExpression: '"a' }),
      `spec.validations[0].messageExpression: Invalid value: "\\"a": compilation failed: ERROR: <input>:1:1: Syntax error: token recognition error at: '"a'
 | "a
 | ^
ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
 | "a
 | ..^`,
    ],
    ['who may', checking({ expression: 'authorizer.group("").resource("pods").check("get").allowed()' })],
    ['the namespace', checking({ expression: 'namespaceObject.metadata.name == "a"' })],
    ['parameters', { ...kind('v1', 'ConfigMap'), ...checking({ expression: 'params.data.x == "a"' }) }],
    ['a kind of parameters without version', kind('', 'ConfigMap'), 'spec.paramKind.apiVersion: Required value'],
    ['a kind of parameters without kind', kind('v1', ''), 'spec.paramKind.kind: Required value'],
    [
      'a kind of parameters with a bad version',
      kind('rules.example.com/v1/2', 'ReplicaLimit'),
      'spec.paramKind.apiVersion: Invalid value: "rules.example.com/v1/2": unexpected GroupVersion string: rules.example.com/v1/2',
    ],
    ['a kind of parameters with a group', kind('rules.example.com/v1', 'ReplicaLimit')],
    [
      'a kind of parameters with a bad kind',
      kind('v1', 'a b'),
      `spec.paramKind.kind: Invalid value: "a b": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
    ],
    [
      'a kind of parameters with a bad group',
      kind('rules_example.com/v1', 'ReplicaLimit'),
      `spec.paramKind.apiVersion: Invalid value: "rules_example.com": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a kind of parameters with a bad version of a group',
      kind('rules.example.com/v_1', 'ReplicaLimit'),
      `spec.paramKind.apiVersion: Invalid value: "v_1": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
    ],
    ['no operations', ruled({ operations: [] }), 'spec.matchConstraints.resourceRules[0].operations: Required value'],
    [
      'an unknown operation',
      ruled({ operations: ['PATCH'] }),
      'spec.matchConstraints.resourceRules[0].operations[0]: Unsupported value: "PATCH": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
    ],
    [
      'all and one',
      ruled({ apiGroups: ['*', 'a'] }),
      `spec.matchConstraints.resourceRules[0].apiGroups: Invalid value: ["*","a"]: if '*' is present, must not specify other API groups`,
    ],
    ['names', ruled({ resourceNames: ['a'] })],
    [
      'a name twice',
      ruled({ resourceNames: ['a', 'a'] }),
      'spec.matchConstraints.resourceRules[0].resourceNames[1]: Duplicate value: "a"',
    ],
    [
      'a bad name of a resource',
      ruled({ resourceNames: ['a/b'] }),
      `spec.matchConstraints.resourceRules[0].resourceNames[0]: Invalid value: "a/b": may not contain '/'`,
    ],
    [
      'what is left out',
      { 'spec/matchConstraints/excludeResourceRules': [{ ...rule, operations: ['x'] }] },
      'spec.matchConstraints.excludeResourceRules[0].operations[0]: Unsupported value: "x": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
    ],
    [
      'an unknown policy of matching',
      { 'spec/matchConstraints/matchPolicy': 'other' },
      'spec.matchConstraints.matchPolicy: Unsupported value: "other": supported values: "Equivalent", "Exact"',
    ],
    [
      'a selector that is none',
      { 'spec/matchConstraints/namespaceSelector': { matchLabels: { a: '!' } } },
      `spec.matchConstraints.namespaceSelector.matchLabels: Invalid value: "!": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    ],
    [
      'a selector of objects that is none',
      { 'spec/matchConstraints/objectSelector': { matchLabels: { a: '!' } } },
      `spec.matchConstraints.objectSelector.matchLabels: Invalid value: "!": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    ],
  ])
  const annotating = (...auditAnnotations: object[]): Changes => ({ 'spec/auditAnnotations': auditAnnotations })
  creations(judged, valid, [
    ['an annotation', annotating({ key: 'a', valueExpression: 'string(object.x)' })],
    ['an annotation of nothing', annotating({ key: 'a', valueExpression: 'null' })],
    [
      'an annotation without key',
      annotating({ valueExpression: '"x"' }),
      'spec.auditAnnotations[0].key: Invalid value: "config/": name part must be non-empty',
      `spec.auditAnnotations[0].key: Invalid value: "config/": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    ],
    [
      'an annotation with a bad key',
      annotating({ key: '!', valueExpression: '"x"' }),
      `spec.auditAnnotations[0].key: Invalid value: "config/!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    ],
    [
      'an annotation with a long key',
      annotating({ key: 'x'.repeat(64), valueExpression: '"x"' }),
      'spec.auditAnnotations[0].key: Invalid value: "config/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": name part must be no more than 63 bytes',
    ],
    [
      'an annotation twice',
      annotating({ key: 'a', valueExpression: '"x"' }, { key: 'a', valueExpression: '"y"' }),
      'spec.auditAnnotations[1].key: Duplicate value: "a"',
    ],
    [
      'an annotation without value',
      annotating({ key: 'a' }),
      'spec.auditAnnotations[0].valueExpression: Required value: valueExpression is not specified',
    ],
    [
      'an annotation of blanks',
      annotating({ key: 'a', valueExpression: '  ' }),
      'spec.auditAnnotations[0].valueExpression: Required value: valueExpression is not specified',
    ],
    [
      'an annotation with a long value',
      annotating({ key: 'a', valueExpression: `"${'x'.repeat(5 * 1024)}"` }),
      'spec.auditAnnotations[0].valueExpression: Required value: must not exceed 5120 bytes in length',
    ],
    [
      'an annotation that is none',
      annotating({ key: 'a', valueExpression: '1' }),
      'spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
    ],
    [
      'an annotation that may be something',
      annotating({ key: 'a', valueExpression: 'true ? "x" : null' }),
      `spec.auditAnnotations[0].valueExpression: Invalid value: "true ? \\"x\\" : null": compilation failed: ERROR: <input>:1:6: found no matching overload for '_?_:_' applied to '(bool, string, null)'
 | true ? "x" : null
 | .....^`,
    ],
    [
      '21 annotations',
      annotating(...Array.from({ length: 21 }, (_, i) => ({ key: `k${i}`, valueExpression: '"x"' }))),
      `spec.auditAnnotations: Invalid value: [{"Key":"k0","ValueExpression":"\\"x\\""},{"Key":"k1","ValueExpression":"\\"x\\""},{"Key":"k2","ValueExpression":"\\"x\\""},{"Key":"k3","ValueExpression":"\\"x\\""},{"Key":"k4","ValueExpression":"\\"x\\""},{"Key":"k5","ValueExpression":"\\"x\\""},{"Key":"k6","ValueExpression":"\\"x\\""},{"Key":"k7","ValueExpression":"\\"x\\""},{"Key":"k8","ValueExpression":"\\"x\\""},{"Key":"k9","ValueExpression":"\\"x\\""},{"Key":"k10","ValueExpression":"\\"x\\""},{"Key":"k11","ValueExpression":"\\"x\\""},{"Key":"k12","ValueExpression":"\\"x\\""},{"Key":"k13","ValueExpression":"\\"x\\""},{"Key":"k14","ValueExpression":"\\"x\\""},{"Key":"k15","ValueExpression":"\\"x\\""},{"Key":"k16","ValueExpression":"\\"x\\""},{"Key":"k17","ValueExpression":"\\"x\\""},{"Key":"k18","ValueExpression":"\\"x\\""},{"Key":"k19","ValueExpression":"\\"x\\""},{"Key":"k20","ValueExpression":"\\"x\\""}]: must not have more than 20 auditAnnotations`,
    ],
  ])
  const naming = (...variables: object[]): Changes => ({ 'spec/variables': variables })
  creations(judged, valid, [
    [
      'a variable',
      { ...naming({ name: 'foo', expression: 'object.x' }), ...checking({ expression: 'variables.foo == 1' }) },
    ],
    [
      'a variable of a type',
      { ...naming({ name: 'foo', expression: '"a"' }), ...checking({ expression: 'variables.foo == 1' }) },
      `spec.validations[0].expression: Invalid value: "variables.foo == 1": compilation failed: ERROR: <input>:1:15: found no matching overload for '_==_' applied to '(string, int)'
 | variables.foo == 1
 | ..............^`,
    ],
    ['a variable of a variable', naming({ name: 'a', expression: '1' }, { name: 'b', expression: 'variables.a + 1' })],
    [
      'a variable of a later one',
      naming({ name: 'b', expression: 'variables.a' }, { name: 'a', expression: '1' }),
      `spec.variables[0].expression: Invalid value: "variables.a": compilation failed: ERROR: <input>:1:10: undefined field 'a'
 | variables.a
 | .........^`,
    ],
    [
      'a variable that is not there',
      checking({ expression: 'variables.foo' }),
      `spec.validations[0].expression: Invalid value: "variables.foo": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')
 | variables.foo
 | ^`,
    ],
    [
      'another variable',
      { ...naming({ name: 'a', expression: '1' }), ...checking({ expression: 'variables.foo' }) },
      `spec.validations[0].expression: Invalid value: "variables.foo": compilation failed: ERROR: <input>:1:10: undefined field 'foo'
 | variables.foo
 | .........^`,
    ],
    [
      'a variable without name',
      naming({ expression: '1' }),
      'spec.variables[0].name: Required value: name is not specified',
    ],
    [
      'a variable with a bad name',
      naming({ name: '4ever', expression: '1' }),
      'spec.variables[0].name: Invalid value: "4ever": must be a valid CEL identifier',
    ],
    [
      'a variable with a name of the language',
      naming({ name: 'package', expression: '1' }),
      'spec.variables[0].name: Invalid value: "package": must be a valid CEL identifier',
    ],
    ['a variable twice', naming({ name: 'a', expression: '1' }, { name: 'a', expression: '2' })],
    [
      'a variable without expression',
      naming({ name: 'a' }),
      'spec.variables[0].expression: Required value: expression is not specified',
    ],
    [
      'a variable of blanks',
      naming({ name: 'a', expression: '  ' }),
      'spec.variables[0].expression: Required value: expression is not specified',
    ],
    [
      'a variable that does not parse',
      naming({ name: 'a', expression: 'object.' }),
      `spec.variables[0].expression: Invalid value: "object.": compilation failed: ERROR: <input>:1:8: Syntax error: no viable alternative at input '.'
 | object.
 | .......^`,
    ],
    ['a variable of any type', naming({ name: 'a', expression: 'authorizer' })],
  ])
  const asking = (...matchConditions: object[]): Changes => ({ 'spec/matchConditions': matchConditions })
  creations(judged, valid, [
    ['a condition', asking({ name: 'a', expression: 'object.x == 1' })],
    ['a condition without name', asking({ expression: 'true' }), 'spec.matchConditions[0].name: Required value'],
    [
      'a condition twice',
      asking({ name: 'a', expression: 'true' }, { name: 'a', expression: 'true' }),
      'spec.matchConditions[1].name: Duplicate value: "a"',
    ],
    [
      'a condition that is none',
      asking({ name: 'a', expression: '"x"' }),
      `spec.matchConditions[0].expression: Invalid value: "\\"x\\"": must evaluate to bool but got string`,
    ],
    [
      'a condition of parameters',
      { ...kind('v1', 'ConfigMap'), ...asking({ name: 'a', expression: 'params.x == 1' }) },
    ],
    [
      'a condition of parameters that are not there',
      asking({ name: 'a', expression: 'params.x == 1' }),
      `spec.matchConditions[0].expression: Invalid value: "params.x == 1": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')
 | params.x == 1
 | ^`,
    ],
    [
      'a condition of variables',
      { ...naming({ name: 'v', expression: 'true' }), ...asking({ name: 'a', expression: 'variables.v' }) },
      `spec.matchConditions[0].expression: Invalid value: "variables.v": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')
 | variables.v
 | ^`,
    ],
    ['a condition of who may', asking({ name: 'a', expression: 'authorizer.path("/").check("get").allowed()' })],
  ])
  updates(judged, valid, [
    ['another check', checking({ expression: 'object.x < 50' })],
    [
      'what does not parse',
      checking({ expression: 'object.x in [' }),
      `spec.validations[0].expression: Invalid value: "object.x in [": compilation failed: ERROR: <input>:1:14: Syntax error: mismatched input '<EOF>' expecting {'[', ']', '{', '(', '.', ',', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
 | object.x in [
 | .............^`,
    ],
    [
      'no check',
      checking(),
      'spec.validations: Required value: validations or auditAnnotations must contain at least one item',
      'spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item',
    ],
    ['a kind of parameters', kind('v1', 'ConfigMap')],
  ])
})

describe('a binding', () => {
  const judged = new Judged({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    resource: 'validatingadmissionpolicybindings',
  })
  const bound = { metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Deny'] } }
  const ref = (paramRef: object): Changes => ({ 'spec/paramRef': { parameterNotFoundAction: 'Deny', ...paramRef } })
  creations(judged, bound, [
    [
      'a bad name',
      { 'metadata/name': '!' },
      `metadata.name: Invalid value: "!": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    ['no policy', { 'spec/policyName': '' }, 'spec.policyName: Required value'],
    [
      'a bad policy',
      { 'spec/policyName': 'P_' },
      `spec.policyName: Invalid value: "P_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    ['no actions', { 'spec/validationActions': [] }, 'spec.validationActions: Required value'],
    [
      'an action twice',
      { 'spec/validationActions': ['Deny', 'Deny'] },
      'spec.validationActions[1]: Duplicate value: "Deny"',
    ],
    [
      'an unknown action',
      { 'spec/validationActions': ['illegal'] },
      'spec.validationActions[0]: Unsupported value: "illegal": supported values: "Audit", "Deny", "Warn"',
    ],
    [
      'refusing and warning',
      { 'spec/validationActions': ['Deny', 'Warn'] },
      'spec.validationActions: Invalid value: ["Deny","Warn"]: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    ],
    ['warning and noting', { 'spec/validationActions': ['Warn', 'Audit'] }],
    ['parameters', ref({ name: 'xyz' })],
    ['parameters of a bad name', ref({ name: '!' })],
    ['parameters of a bad namespace', ref({ name: 'xyz', namespace: '!' })],
    ['selected parameters', ref({ selector: { matchLabels: { a: 'b' } } })],
    [
      'selected parameters with a name',
      ref({ name: 'xyz', selector: { matchLabels: { a: 'b' } } }),
      'spec.paramRef.name: Forbidden: name and selector are mutually exclusive',
      'spec.paramRef.selector: Forbidden: name and selector are mutually exclusive',
    ],
    ['parameters of nothing', ref({}), 'spec.paramRef: Required value: one of name or selector must be specified'],
    [
      'parameters that are selected wrongly',
      ref({ selector: { matchLabels: { a: '!' } } }),
      `spec.paramRef.selector.matchLabels: Invalid value: "!": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    ],
    [
      'nothing said of missing parameters',
      { 'spec/paramRef': { name: 'xyz' } },
      'spec.paramRef.parameterNotFoundAction: Required value',
    ],
    [
      'something said of missing parameters',
      ref({ name: 'xyz', parameterNotFoundAction: 'other' }),
      'spec.paramRef.parameterNotFoundAction: Unsupported value: "other": supported values: "Deny", "Allow"',
    ],
    ['resources', { 'spec/matchResources': { resourceRules: [rule] } }],
    [
      'resources that are none',
      { 'spec/matchResources': { resourceRules: [{ ...rule, operations: [] }] } },
      'spec.matchResources.resourceRules[0].operations: Required value',
    ],
    [
      'resources of no rules',
      { 'spec/matchResources': { namespaceSelector: { matchLabels: { a: '!' } } } },
      `spec.matchResources.namespaceSelector.matchLabels: Invalid value: "!": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    ],
  ])
  updates(judged, bound, [
    ['another policy', { 'spec/policyName': 'q' }],
    ['no policy', { 'spec/policyName': '' }, 'spec.policyName: Required value'],
  ])
})
