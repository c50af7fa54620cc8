import { TestServer } from '@apimachinery/server/testing'
import { ValidatingAdmissionPolicy } from 'apimachinery/api/admissionregistration/v1'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { API, definition, version } from '../customresources/api.js'

// After TestTypeCheck and TestExtractTypeNames of k8s.io/apiserver/pkg/admission/plugin/policy/validating, and the tests of
// pkg/controller/validatingadmissionpolicystatus of Kubernetes.

let server: TestServer
let count = 0

beforeAll(async () => {
  server = await TestServer.start({
    groups: ['', 'apps', 'admissionregistration.k8s.io'],
    controllers: ['validatingadmissionpolicy-status'],
  })
  const api = new API(server)
  await api.establish(
    definition('Reproducer', {
      group: 'example.com',
      versions: [
        version('v1alpha1', {
          spec: { type: 'object', properties: { text: { type: 'string' }, size: { type: 'integer' } } },
        }),
      ],
    }),
  )
})
afterAll(() => server.stop())

const rule = (group: string, resource: string, apiVersion = 'v1') => ({
  apiGroups: [group],
  apiVersions: [apiVersion],
  resources: [resource],
  operations: ['CREATE'],
})

/** The warnings in the status of a policy, once it has been looked at. */
async function warningsOf(spec: object): Promise<{ fieldRef?: string; warning?: string }[] | undefined> {
  const name = `p${count++}`
  const policies = server.client.resource(ValidatingAdmissionPolicy)
  await policies.create(new ValidatingAdmissionPolicy({ metadata: { name }, spec: spec as never }))
  const looked = async () => {
    const { status, metadata } = await policies.get(name)
    expect(status?.observedGeneration, 'nobody looked at the policy').toBe(metadata?.generation)
    return status?.typeChecking?.expressionWarnings
  }
  return await vi.waitFor(looked, { timeout: 30_000, interval: 10 })
}

const deployments = { matchConstraints: { resourceRules: [rule('apps', 'deployments')] } }
const validate = (expression: string, more: object = {}) => ({ ...deployments, validations: [{ expression, ...more }] })

describe('the status of a validating policy', () => {
  it.each([
    'object.spec.replicas <= 5',
    "has(object.metadata.labels) && object.metadata.labels['a'] == 'b'",
    'oldObject == null || object.spec.template.spec.containers.all(c, c.image.startsWith("x"))',
    'object.spec.strategy.rollingUpdate.maxSurge == 1',
    'object.metadata.creationTimestamp < timestamp("2030-01-01T00:00:00Z")',
    "authorizer.group('').resource('endpoints').check('create').allowed()",
    "request.operation == 'CREATE' && namespaceObject.metadata.name != 'x'",
  ])('has no warning of %s', async (expression) => {
    expect(await warningsOf(validate(expression))).toBeUndefined()
  })

  it('names the field, the kind and what the compiler says', async () => {
    expect(await warningsOf(validate("object.foo == 'bar'"))).toEqual([
      {
        fieldRef: 'spec.validations[0].expression',
        warning:
          "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'foo'\n | object.foo == 'bar'\n | ......^\n",
      },
    ])
  })

  it.each([
    ["object.spec.replicas == 'x'", "found no matching overload for '_==_' applied to '(int, string)'"],
    ['object.spec.template.spec.nope > 1', "undefined field 'nope'"],
    [
      "object.metadata.labels == 'x'",
      "found no matching overload for '_==_' applied to '(map(string, string), string)'",
    ],
  ])('warns of %s', async (expression, text) => {
    const warnings = await warningsOf(validate(expression))
    expect(warnings?.map(({ fieldRef }) => fieldRef)).toEqual(['spec.validations[0].expression'])
    expect(warnings?.[0]?.warning).toContain(text)
  })

  it('has a warning for each expression, messages too', async () => {
    const validations = [
      { expression: 'object.foo == 1', messageExpression: 'string(object.bar)' },
      { expression: 'true', messageExpression: '"ok"' },
      { expression: 'object.baz == 1' },
    ]
    const warnings = await warningsOf({ ...deployments, validations })
    expect(warnings?.map(({ fieldRef }) => fieldRef)).toEqual([
      'spec.validations[0].expression',
      'spec.validations[0].messageExpression',
      'spec.validations[2].expression',
    ])
  })

  it('joins the results of several kinds, in their order', async () => {
    const resourceRules = [rule('apps', 'deployments'), rule('', 'pods')]
    const warnings = await warningsOf({
      matchConstraints: { resourceRules },
      validations: [{ expression: 'object.foo == 1' }],
    })
    expect(warnings).toHaveLength(1)
    expect(warnings?.[0]?.warning).toMatch(
      /^\/v1, Kind=Pod: ERROR: [\s\S]*\^\n\napps\/v1, Kind=Deployment: ERROR: [\s\S]*\^\n$/,
    )
  })

  it.each([
    { resourceRules: [rule('apps', '*')] },
    { resourceRules: [rule('*', 'deployments')] },
    { resourceRules: [rule('apps', 'deployments', '*')] },
    { resourceRules: [rule('apps', 'deployments/scale')] },
    { resourceRules: [rule('nobody.example.com', 'things')] },
  ])('has no warning where no kind is named: %j', async (matchConstraints) => {
    expect(await warningsOf({ matchConstraints, validations: [{ expression: 'object.foo == 1' }] })).toBeUndefined()
  })

  it('knows the fields of custom resources', async () => {
    const matchConstraints = { resourceRules: [rule('example.com', 'reproducers', 'v1alpha1')] }
    const check = (expression: string) => warningsOf({ matchConstraints, validations: [{ expression }] })
    expect(await check("has(object.spec.text) && object.metadata.name != ''")).toBeUndefined()
    expect((await check('object.spec.texts == ""'))?.[0]?.warning).toContain("undefined field 'texts'")
    expect((await check('object.spec.size == ""'))?.[0]?.warning).toContain("'(int, string)'")
  })

  it('types parameters and variables', async () => {
    const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }
    const validations = [
      { expression: 'params.data["a"] == variables.name' },
      { expression: 'params.nope == 1' },
      { expression: 'variables.name == 1' },
      { expression: 'variables.broken == 1' },
    ]
    const variables = [
      { name: 'name', expression: 'object.metadata.name' },
      { name: 'broken', expression: 'object.nothing' },
    ]
    const warnings = await warningsOf({ ...deployments, paramKind, variables, validations })
    expect(warnings?.map(({ fieldRef }) => fieldRef)).toEqual([
      'spec.validations[1].expression',
      'spec.validations[2].expression',
    ])
    expect(warnings?.[1]?.warning).toContain("found no matching overload for '_==_' applied to '(string, int)'")
    const unknown = await warningsOf({
      ...deployments,
      paramKind: { apiVersion: 'nobody.example.com/v1', kind: 'Thing' },
      validations: [{ expression: 'params.anything == 1' }],
    })
    expect(unknown).toBeUndefined()
  })
})
