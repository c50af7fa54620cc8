import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { type Changes, creations, updates } from '../tables.js'

// The rows of TestValidateValidatingWebhookConfiguration, TestValidateMutatingWebhookConfiguration and their updates upstream.
const apiVersion = 'admissionregistration.k8s.io/v1'
const webhook = {
  name: 'webhook.k8s.io',
  clientConfig: { url: 'https://example.com' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}
const valid = { metadata: { name: 'config' }, webhooks: [webhook] }
const first = (changes: object): Changes => ({ webhooks: [{ ...webhook, ...changes }] })
const rule = { operations: ['CREATE'], apiGroups: ['a'], apiVersions: ['a'], resources: ['a'] }
const ruled = (changes: object) => first({ rules: [{ ...rule, ...changes }] })
const service = (changes: object) =>
  first({ clientConfig: { service: { namespace: 'ns', name: 'n', path: '/', ...changes } } })

describe.each([
  ['ValidatingWebhookConfiguration', 'validatingwebhookconfigurations'],
  ['MutatingWebhookConfiguration', 'mutatingwebhookconfigurations'],
])('%s', (kind, resource) => {
  creations(new Judged({ apiVersion, kind, resource }), valid, [])
})

describe('webhooks', () => {
  const resource = 'validatingwebhookconfigurations'
  const judged = new Judged({ apiVersion, kind: 'ValidatingWebhookConfiguration', resource })
  creations(judged, valid, [
    ['no webhooks', { webhooks: [] }],
    ['no name', first({ name: '' }), 'webhooks[0].name: Required value'],
    [
      'a name with two parts',
      first({ name: 'k8s.io' }),
      'webhooks[0].name: Invalid value: "k8s.io": should be a domain with at least three segments separated by dots',
    ],
    [
      'a name in capitals',
      first({ name: 'webhook.k8s.IO' }),
      `webhooks[0].name: Invalid value: "webhook.k8s.IO": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a bad name of the configuration',
      { 'metadata/name': 'Config_' },
      `metadata.name: Invalid value: "Config_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'no versions',
      first({ admissionReviewVersions: [] }),
      'webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1',
    ],
    [
      'a version that the server does not know',
      first({ admissionReviewVersions: ['invalidVersion', 'v1'] }),
      `webhooks[0].admissionReviewVersions[0]: Invalid value: "invalidVersion": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
    ],
    [
      'only versions that the server does not know',
      first({ admissionReviewVersions: ['invalidVersion'] }),
      `webhooks[0].admissionReviewVersions[0]: Invalid value: "invalidVersion": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
      'webhooks[0].admissionReviewVersions: Invalid value: ["invalidVersion"]: must include at least one of v1, v1beta1',
    ],
    [
      'a version twice',
      first({ admissionReviewVersions: ['v1', 'v1beta1', 'v1'] }),
      'webhooks[0].admissionReviewVersions[2]: Invalid value: "v1": duplicate version',
    ],
    [
      'a version that is none',
      first({ admissionReviewVersions: ['v1', '0v'] }),
      `webhooks[0].admissionReviewVersions[1]: Invalid value: "0v": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
    ],
    [
      'no effects said',
      first({ sideEffects: undefined }),
      'webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun',
    ],
    [
      'unknown effects',
      first({ sideEffects: 'Unknown' }),
      'webhooks[0].sideEffects: Unsupported value: "Unknown": supported values: "None", "NoneOnDryRun"',
    ],
    [
      'some effects',
      first({ sideEffects: 'Some' }),
      'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
    ],
    [
      'effects that are none',
      first({ sideEffects: 'other' }),
      'webhooks[0].sideEffects: Unsupported value: "other": supported values: "None", "NoneOnDryRun"',
    ],
    ['no effects on dry run', first({ sideEffects: 'NoneOnDryRun' })],
    [
      'an unknown policy of failure',
      first({ failurePolicy: 'other' }),
      'webhooks[0].failurePolicy: Unsupported value: "other": supported values: "Fail", "Ignore"',
    ],
    [
      'an unknown policy of matching',
      first({ matchPolicy: 'other' }),
      'webhooks[0].matchPolicy: Unsupported value: "other": supported values: "Equivalent", "Exact"',
    ],
    [
      'no time',
      first({ timeoutSeconds: 0 }),
      'webhooks[0].timeoutSeconds: Invalid value: 0: the timeout value must be between 1 and 30 seconds',
    ],
    [
      'time below nothing',
      first({ timeoutSeconds: -1 }),
      'webhooks[0].timeoutSeconds: Invalid value: -1: the timeout value must be between 1 and 30 seconds',
    ],
    ['half a minute', first({ timeoutSeconds: 30 })],
    [
      'no client',
      first({ clientConfig: {} }),
      'webhooks[0].clientConfig: Required value: exactly one of url or service is required',
    ],
    [
      'both kinds of client',
      first({ clientConfig: { url: 'https://a', service: { namespace: 'n', name: 'n' } } }),
      'webhooks[0].clientConfig: Required value: exactly one of url or service is required',
    ],
    ['a URL with a port', first({ clientConfig: { url: 'https://example.com:8443/a/b' } })],
    [
      'a URL with a user',
      first({ clientConfig: { url: 'https://a:b@example.com' } }),
      'webhooks[0].clientConfig.url: Invalid value: "a:b": user information is not permitted in the URL',
    ],
    [
      'a URL with a query',
      first({ clientConfig: { url: 'https://example.com?a=b' } }),
      'webhooks[0].clientConfig.url: Invalid value: "a=b": query parameters are not permitted in the URL',
    ],
    [
      'a URL with a fragment',
      first({ clientConfig: { url: 'https://example.com#a' } }),
      'webhooks[0].clientConfig.url: Invalid value: "a": fragments are not permitted in the URL',
    ],
    [
      'a URL without host',
      first({ clientConfig: { url: 'https://' } }),
      'webhooks[0].clientConfig.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
    ],
    [
      'a URL that is none',
      first({ clientConfig: { url: '' } }),
      `webhooks[0].clientConfig.url: Invalid value: "": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
      'webhooks[0].clientConfig.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
    ],
    [
      'a URL with a bad host',
      first({ clientConfig: { url: 'https://%zz' } }),
      'webhooks[0].clientConfig.url: Required value: url must be a valid URL: parse "https://%zz": invalid URL escape "%zz"; desired format: https://host[/path]',
    ],
    [
      'a URL of another scheme and a query',
      first({ clientConfig: { url: 'ftp://example.com?a' } }),
      `webhooks[0].clientConfig.url: Invalid value: "ftp": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
      'webhooks[0].clientConfig.url: Invalid value: "a": query parameters are not permitted in the URL',
    ],
    ['a service', service({})],
    ['a service without path', service({ path: undefined })],
    [
      'a service without slash',
      service({ path: 'foo/' }),
      `webhooks[0].clientConfig.service.path: Invalid value: "foo/": must start with a '/'`,
    ],
    [
      'a service with two slashes',
      service({ path: '//' }),
      'webhooks[0].clientConfig.service.path: Invalid value: "//": segment[0] may not be empty',
    ],
    [
      'a service with a dot',
      service({ path: '/foo/./bar' }),
      `webhooks[0].clientConfig.service.path: Invalid value: "/foo/./bar": segment[1]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a service with a path that does not end',
      service({ path: '/foo//bar/' }),
      'webhooks[0].clientConfig.service.path: Invalid value: "/foo//bar/": segment[1] may not be empty',
    ],
    [
      'a service with a path that ends',
      service({ path: '/foo/bar//' }),
      'webhooks[0].clientConfig.service.path: Invalid value: "/foo/bar//": segment[2] may not be empty',
    ],
    [
      'a service with a bad part',
      service({ path: '/apis/foo.bar/v1alpha1/--bad' }),
      `webhooks[0].clientConfig.service.path: Invalid value: "/apis/foo.bar/v1alpha1/--bad": segment[3]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a service with capitals',
      service({ path: '/Foo' }),
      `webhooks[0].clientConfig.service.path: Invalid value: "/Foo": segment[0]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    ['a service with an empty path', service({ path: '' })],
    [
      'a service without port',
      service({ port: 0 }),
      'webhooks[0].clientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
    ],
    [
      'a service with a port too high',
      service({ port: 65_536 }),
      'webhooks[0].clientConfig.service.port: Invalid value: 65536: port is not valid: must be between 1 and 65535, inclusive',
    ],
    [
      'a service without name',
      service({ name: '', namespace: '' }),
      'webhooks[0].clientConfig.service.name: Required value',
      'webhooks[0].clientConfig.service.namespace: Required value',
    ],
    [
      'a selector that is none',
      first({ namespaceSelector: { matchLabels: { a: '!' } } }),
      `webhooks[0].namespaceSelector.matchLabels: Invalid value: "!": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    ],
    [
      'a selector of objects that is none',
      first({ objectSelector: { matchExpressions: [{ key: 'a', operator: 'x' }] } }),
      'webhooks[0].objectSelector.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
    ],
    ['all', ruled({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'], operations: ['*'] })],
    [
      'all versions and one',
      ruled({ apiVersions: ['v1', '*'] }),
      `webhooks[0].rules[0].apiVersions: Invalid value: ["v1","*"]: if '*' is present, must not specify other API versions`,
    ],
    [
      'all groups and one',
      ruled({ apiGroups: ['a', '*'] }),
      `webhooks[0].rules[0].apiGroups: Invalid value: ["a","*"]: if '*' is present, must not specify other API groups`,
    ],
    [
      'all operations and one',
      ruled({ operations: ['CREATE', '*'] }),
      `webhooks[0].rules[0].operations: Invalid value: ["CREATE","*"]: if '*' is present, must not specify other operations`,
    ],
    ['no operations', ruled({ operations: [] }), 'webhooks[0].rules[0].operations: Required value'],
    [
      'an unknown operation',
      ruled({ operations: ['PATCH'] }),
      'webhooks[0].rules[0].operations[0]: Unsupported value: "PATCH": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
    ],
    ['connecting', ruled({ operations: ['CONNECT'] })],
    ['no groups', ruled({ apiGroups: [] }), 'webhooks[0].rules[0].apiGroups: Required value'],
    ['no versions of resources', ruled({ apiVersions: [] }), 'webhooks[0].rules[0].apiVersions: Required value'],
    ['an empty version', ruled({ apiVersions: ['v1', ''] }), 'webhooks[0].rules[0].apiVersions[1]: Required value'],
    ['no resources', ruled({ resources: [] }), 'webhooks[0].rules[0].resources: Required value'],
    ['an empty resource', ruled({ resources: ['a', ''] }), 'webhooks[0].rules[0].resources[1]: Required value'],
    [
      'all resources and one',
      ruled({ resources: ['*', 'a'] }),
      `webhooks[0].rules[0].resources: Invalid value: ["*","a"]: if '*' is present, must not specify other resources without subresources`,
    ],
    ['all subresources of one and it', ruled({ resources: ['a', 'a/*'] })],
    [
      'all subresources of one and one of them',
      ruled({ resources: ['a/*', 'a/x'] }),
      `webhooks[0].rules[0].resources[1]: Invalid value: "a/x": if 'a/*' is present, must not specify a/x`,
    ],
    [
      'a subresource of all and of one',
      ruled({ resources: ['*/a', 'x/a'] }),
      `webhooks[0].rules[0].resources[1]: Invalid value: "x/a": if '*/a' is present, must not specify x/a`,
    ],
    [
      'all subresources of all and all',
      ruled({ resources: ['*/*', 'a'] }),
      `webhooks[0].rules[0].resources: Invalid value: ["*/*","a"]: if '*/*' is present, must not specify other resources`,
    ],
    [
      'all subresources of all and all resources',
      ruled({ resources: ['*', '*/*'] }),
      `webhooks[0].rules[0].resources: Invalid value: ["*","*/*"]: if '*/*' is present, must not specify other resources`,
    ],
    ['one scope', ruled({ scope: 'Namespaced' })],
    [
      'an unknown scope',
      ruled({ scope: 'other' }),
      'webhooks[0].rules[0].scope: Unsupported value: "other": supported values: "*", "Cluster", "Namespaced"',
    ],
    [
      'no rule at all',
      first({ rules: [{}] }),
      'webhooks[0].rules[0].operations: Required value',
      'webhooks[0].rules[0].apiGroups: Required value',
      'webhooks[0].rules[0].apiVersions: Required value',
      'webhooks[0].rules[0].resources: Required value',
    ],
  ])
  const conditions = (...matchConditions: object[]) => first({ matchConditions })
  const many = Array.from({ length: 65 }, (_, i) => ({ name: `n${i}`, expression: 'true' }))
  creations(judged, valid, [
    ['a condition', conditions({ name: 'a', expression: 'request.name == "a"' })],
    ['64 conditions', conditions(...many.slice(1))],
    ['65 conditions', conditions(...many), 'webhooks[0].matchConditions: Too many: 65: must have at most 64 items'],
    [
      'a condition without name',
      conditions({ expression: 'true' }),
      'webhooks[0].matchConditions[0].name: Required value',
    ],
    [
      'a condition without expression',
      conditions({ name: 'a' }),
      'webhooks[0].matchConditions[0].expression: Required value',
    ],
    [
      'a condition of blanks',
      conditions({ name: 'a', expression: '  ' }),
      'webhooks[0].matchConditions[0].expression: Required value',
    ],
    [
      'a condition with a bad name',
      conditions({ name: 'a b', expression: 'true' }),
      `webhooks[0].matchConditions[0].name: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    ],
    [
      'a condition twice',
      conditions({ name: 'a', expression: 'true' }, { name: 'a', expression: 'true' }),
      'webhooks[0].matchConditions[1].name: Duplicate value: "a"',
    ],
    [
      'a condition that is none',
      conditions({ name: 'a', expression: '1' }),
      'webhooks[0].matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int',
    ],
    [
      'a condition about who may',
      conditions({ name: 'a', expression: 'authorizer.path("/x").check("get").allowed()' }),
    ],
    [
      'a condition about parameters',
      conditions({ name: 'a', expression: 'params.a' }),
      `webhooks[0].matchConditions[0].expression: Invalid value: "params.a": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')
 | params.a
 | ^`,
    ],
    ['a condition about the namespace', conditions({ name: 'a', expression: 'namespaceObject.metadata.name == "x"' })],
    [
      'a condition about variables',
      conditions({ name: 'a', expression: 'variables.x' }),
      `webhooks[0].matchConditions[0].expression: Invalid value: "variables.x": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')
 | variables.x
 | ^`,
    ],
  ])
  updates(judged, valid, [
    ['another version', first({ admissionReviewVersions: ['v1beta1'] })],
    [
      'unknown effects',
      first({ sideEffects: 'Unknown' }),
      'webhooks[0].sideEffects: Unsupported value: "Unknown": supported values: "None", "NoneOnDryRun"',
    ],
    ['a name twice', { webhooks: [webhook, webhook] }, 'webhooks[1].name: Duplicate value: "webhook.k8s.io"'],
    [
      'only versions that the server does not know',
      first({ admissionReviewVersions: ['invalidVersion'] }),
      `webhooks[0].admissionReviewVersions[0]: Invalid value: "invalidVersion": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
      'webhooks[0].admissionReviewVersions: Invalid value: ["invalidVersion"]: must include at least one of v1, v1beta1',
    ],
    [
      'a condition that is none',
      conditions({ name: 'a', expression: '1' }),
      'webhooks[0].matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int',
    ],
  ])
})

describe('webhooks that change', () => {
  const judged = new Judged({
    apiVersion,
    kind: 'MutatingWebhookConfiguration',
    resource: 'mutatingwebhookconfigurations',
  })
  creations(judged, valid, [
    ['called again', first({ reinvocationPolicy: 'IfNeeded' })],
    [
      'called as it likes',
      first({ reinvocationPolicy: 'other' }),
      'webhooks[0].reinvocationPolicy: Unsupported value: "other": supported values: "IfNeeded", "Never"',
    ],
    ['a name twice', { webhooks: [webhook, webhook] }, 'webhooks[1].name: Duplicate value: "webhook.k8s.io"'],
    [
      'a name with two parts',
      first({ name: 'k8s.io' }),
      'webhooks[0].name: Invalid value: "k8s.io": should be a domain with at least three segments separated by dots',
    ],
  ])
})
