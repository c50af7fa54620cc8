import {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from 'apimachinery/api/admissionregistration/v1'
import { ConfigMap, Namespace, Pod } from 'apimachinery/api/core/v1'
import { isStatusError } from 'apimachinery/errors'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../src/testing/index.js'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({ users: { alice: {} } })
  await server.client.create(new Namespace({ metadata: { name: 'team', labels: { tier: 'gold' } } }))
})
afterAll(() => server.stop())
afterEach(async () => {
  const { client } = server
  await client.resource(ValidatingAdmissionPolicyBinding).deleteCollection()
  await client.resource(ValidatingAdmissionPolicy).deleteCollection()
  await client.resource(MutatingAdmissionPolicyBinding).deleteCollection()
  await client.resource(MutatingAdmissionPolicy).deleteCollection()
  await settled()
})

/** Until the server has seen what was written: it follows the store. */
async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve))
}

const matchConstraints = {
  resourceRules: [
    { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] },
  ],
}

type Spec = NonNullable<ValidatingAdmissionPolicy['spec']>
type BindingSpec = NonNullable<ValidatingAdmissionPolicyBinding['spec']>

async function validate(spec: Partial<Spec>, binding: Partial<BindingSpec> = {}): Promise<void> {
  const { client } = server
  await client.create(new ValidatingAdmissionPolicy({ metadata: { name: 'p' }, spec: { matchConstraints, ...spec } }))
  const bound = { policyName: 'p', validationActions: ['Deny'], ...binding }
  await client.create(new ValidatingAdmissionPolicyBinding({ metadata: { name: 'b' }, spec: bound }))
  await settled()
}

type MutatingSpec = NonNullable<MutatingAdmissionPolicy['spec']>

async function mutate(spec: Partial<MutatingSpec>): Promise<void> {
  const { client } = server
  const whole = { matchConstraints, reinvocationPolicy: 'Never', ...spec }
  await client.create(new MutatingAdmissionPolicy({ metadata: { name: 'p' }, spec: whole as MutatingSpec }))
  await client.create(new MutatingAdmissionPolicyBinding({ metadata: { name: 'b' }, spec: { policyName: 'p' } }))
  await settled()
}

const map = (data: Record<string, string> = {}, name = 'm'): ConfigMap =>
  new ConfigMap({ metadata: { name, namespace: 'team' }, data })

const create = (data: Record<string, string> = {}, name = 'm'): Promise<ConfigMap> =>
  server.client.create(map(data, name), { dryRun: ['All'] })

async function refusal(made: Promise<unknown>): Promise<unknown> {
  try {
    await made
  } catch (error) {
    if (isStatusError(error)) return error.status
    throw error
  }
  throw new Error('was not refused')
}

async function warningsOf(data: Record<string, string>): Promise<string | null> {
  const answer = await server.fetch(
    new Request('https://localhost/api/v1/namespaces/team/configmaps?dryRun=All', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...map(data), apiVersion: 'v1', kind: 'ConfigMap' }),
    }),
  )
  expect(answer.status).toBe(201)
  return answer.headers.get('warning')
}

describe('validating policies', () => {
  it('refuse with the words and the reason of their validation', async () => {
    await validate({ validations: [{ expression: "!('bad' in object.data)" }] })
    await expect(create({ good: '1' })).resolves.toBeInstanceOf(ConfigMap)
    const message = `configmaps "m" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: failed expression: !('bad' in object.data)`
    expect(await refusal(create({ bad: '1' }))).toMatchObject({
      message,
      reason: 'Invalid',
      code: 422,
      details: {
        name: 'm',
        kind: 'configmaps',
        causes: [{ message: message.slice('configmaps "m" is forbidden: '.length) }],
      },
    })
  })

  it('make their message, and have variables', async () => {
    await validate({
      variables: [
        { name: 'size', expression: 'size(object.data)' },
        { name: 'most', expression: 'variables.size > 5 ? 0 : 1' },
      ],
      validations: [
        {
          expression: 'variables.size <= variables.most',
          messageExpression: "'at most ' + string(variables.most) + ' in ' + namespaceObject.metadata.name",
          reason: 'Forbidden',
        },
      ],
    })
    expect(await refusal(create({ a: '1', b: '2' }))).toMatchObject({
      message: `configmaps "m" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: at most 1 in team`,
      reason: 'Forbidden',
      code: 403,
    })
  })

  it('warn instead of refusing', async () => {
    await validate(
      { validations: [{ expression: 'false', message: 'never' }] },
      { validationActions: ['Warn', 'Audit'] },
    )
    expect(await warningsOf({})).toBe(
      `299 - "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': never"`,
    )
  })

  it('take parameters by name and by selector', async () => {
    const { client } = server
    await client.create(
      new ConfigMap({ metadata: { name: 'limit', namespace: 'team', labels: { limit: 'yes' } }, data: { most: '1' } }),
    )
    const policy = {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      validations: [
        {
          expression: 'size(object.data) <= int(params.data.most)',
          messageExpression: "'most is ' + params.data.most",
        },
      ],
    }
    await validate(policy, { paramRef: { name: 'limit', parameterNotFoundAction: 'Deny' } })
    await expect(create({ a: '1' })).resolves.toBeInstanceOf(ConfigMap)
    await expect(create({ a: '1', b: '2' })).rejects.toThrow('denied request: most is 1')
    const binding = await client.resource(ValidatingAdmissionPolicyBinding).get('b')
    const spec = {
      ...binding.spec,
      paramRef: { selector: { matchLabels: { limit: 'no' } }, parameterNotFoundAction: 'Deny' },
    }
    await client.update(new ValidatingAdmissionPolicyBinding({ ...binding, spec }))
    await settled()
    await expect(create({ a: '1' })).rejects.toThrow(
      'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    )
  })

  it('that cannot be evaluated refuse, or let pass', async () => {
    const validations = [{ expression: "object.data.missing == 'x'" }]
    await validate({ validations })
    await expect(create()).rejects.toThrow("expression 'object.data.missing == 'x'' resulted in error: no such key: ")
    const policy = await server.client.resource(ValidatingAdmissionPolicy).get('p')
    await server.client.update(
      new ValidatingAdmissionPolicy({ ...policy, spec: { ...policy.spec, failurePolicy: 'Ignore' } }),
    )
    await settled()
    await expect(create()).resolves.toBeInstanceOf(ConfigMap)
  })

  it('are for what their rules, conditions and bindings select', async () => {
    await validate(
      {
        validations: [{ expression: 'false' }],
        matchConditions: [{ name: 'named', expression: "object.metadata.name.startsWith('x')" }],
      },
      { matchResources: { namespaceSelector: { matchLabels: { tier: 'gold' } } } },
    )
    await expect(create({}, 'a')).resolves.toBeInstanceOf(ConfigMap)
    await expect(create({}, 'x')).rejects.toThrow('denied request')
    const elsewhere = new ConfigMap({ metadata: { name: 'x', namespace: 'default' } })
    await expect(server.client.create(elsewhere, { dryRun: ['All'] })).resolves.toBeInstanceOf(ConfigMap)
  })

  it('ask what the user may do', async () => {
    await validate({
      validations: [
        { expression: "authorizer.group('').resource('secrets').namespace('team').check('delete').allowed()" },
      ],
    })
    await expect(create()).resolves.toBeInstanceOf(ConfigMap)
  })
})

describe('mutating policies', () => {
  it('apply configurations', async () => {
    await mutate({
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: {
            expression: "Object{metadata: Object.metadata{labels: {'made-by': request.userInfo.username}}}",
          },
        },
      ],
    })
    const made = await create({ a: '1' })
    expect(made.metadata?.labels).toEqual({ 'made-by': 'admin' })
    expect(made.data).toEqual({ a: '1' })
  })

  it('merge lists by their keys', async () => {
    await mutate({
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
      },
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: {
            expression:
              "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'sidecar', image: 'registry.example/s:1'}]}}",
          },
        },
      ],
    })
    const pod = new Pod({
      metadata: { name: 'p', namespace: 'team' },
      spec: { containers: [{ name: 'app', image: 'a:1' }] },
    })
    const made = await server.client.create(pod, { dryRun: ['All'] })
    expect(made.spec?.containers?.map(({ name, imagePullPolicy }) => [name, imagePullPolicy])).toEqual(
      expect.arrayContaining([
        ['app', 'IfNotPresent'],
        ['sidecar', 'IfNotPresent'],
      ]),
    )
  })

  it('patch', async () => {
    await mutate({
      mutations: [
        {
          patchType: 'JSONPatch',
          jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/data/added', value: object.metadata.name}]" },
        },
      ],
    })
    expect((await create({ a: '1' })).data).toEqual({ a: '1', added: 'm' })
  })

  it('that fail refuse', async () => {
    await mutate({
      mutations: [
        { patchType: 'JSONPatch', jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/data/missing'}]" } },
      ],
    })
    expect(await refusal(create({ a: '1' }))).toMatchObject({
      message: expect.stringContaining("policy 'p' with binding 'b' denied request: JSON Patch: "),
      reason: 'Invalid',
      code: 403,
    })
  })
})
