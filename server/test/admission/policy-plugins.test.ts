import {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  type Validation,
} from 'apimachinery/api/admissionregistration/v1'
import { isStatusError, type StatusError } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/admission/attributes.js'
import { mutatingPolicies } from '../../src/admission/policy/mutating-policies.js'
import type { PolicyEnvironment } from '../../src/admission/policy/policy-match.js'
import { validatingPolicies } from '../../src/admission/policy/validating-policies.js'
import { byName, dataOf, listening, mapRequest, namespaces } from './map-request.js'

type Spec = NonNullable<ValidatingAdmissionPolicy['spec']>
type BindingSpec = NonNullable<ValidatingAdmissionPolicyBinding['spec']>

const params: Record<string, JSONObject> = { one: { data: { most: '1' } }, two: { data: { most: '2' } } }

function environmentOf() {
  const observed: object[] = []
  const conditions: object[] = []
  const note =
    (into: object[]) =>
    ({ seconds, ...rest }: { readonly seconds: number }) => {
      into.push({ ...rest, timed: seconds >= 0 && seconds < 60 })
    }
  const environment: PolicyEnvironment = {
    namespaces: namespaces as never,
    equivalents: () => [],
    authorizer: byName,
    findParams: async ({ kind }) =>
      kind === 'Gone'
        ? undefined
        : {
            namespaced: kind !== 'Wide',
            get: async (namespace, name) => (namespace === 'team' || kind === 'Wide' ? params[name] : undefined),
            list: async (_namespace, selector) => (selector === 'all=yes' ? Object.values(params) : []),
          },
    observe: note(observed),
    observeMutation: note(observed),
    observeConditions: (owner, evaluation) => {
      const seen: object[] = []
      note(seen)(evaluation)
      conditions.push({ ...owner, ...seen[0] })
    },
  }
  return { environment, observed, conditions }
}

/** The answer of a policy to a request, and all that was said with it. */
async function judged(
  spec: Spec,
  binding: Partial<BindingSpec> = {},
  attributes: AdmissionAttributes = mapRequest({ a: '1' }),
) {
  const { environment, ...seen } = environmentOf()
  const policy = new ValidatingAdmissionPolicy({ metadata: { name: 'p' }, spec })
  const bound: BindingSpec = { ...{ policyName: 'p', validationActions: ['Deny'] }, ...binding }
  const bindings = [new ValidatingAdmissionPolicyBinding({ metadata: { name: 'b' }, spec: bound })]
  const plugin = validatingPolicies({ policies: () => [policy], bindings: () => bindings }, environment)
  const heard = listening()
  const refusal = await plugin.validate?.(attributes, heard.context).then(
    () => undefined,
    (error: unknown) => {
      if (!isStatusError(error)) throw error
      return error
    },
  )
  return { ...seen, ...heard, refusal }
}

const prefix = `configmaps "m" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: `
const said = (refusal: StatusError | undefined) => refusal?.status.message?.replace(prefix, '') ?? ''

// Facts of k8s.io/apiserver/pkg/admission/plugin/policy/validating and …/generic.
describe('a validating policy', () => {
  it.each<{ what: string; validation: Validation; says: string }>([
    { what: 'its expression', validation: { expression: ' false ' }, says: 'failed expression: false' },
    { what: 'its message', validation: { expression: 'false', message: ' never ' }, says: 'never' },
    { what: 'a blank message', validation: { expression: 'false', message: ' ' }, says: 'failed expression: false' },
    {
      what: 'its message expression',
      validation: { expression: 'false', message: 'm', messageExpression: "' no ' + object.data.a + ' '" },
      says: 'no 1',
    },
    {
      what: 'an empty message expression',
      validation: { expression: 'false', message: 'm', messageExpression: "'  '" },
      says: 'm',
    },
    {
      what: 'a message expression with line breaks',
      validation: { expression: 'false', message: 'm', messageExpression: "'a\\nb'" },
      says: 'm',
    },
    {
      what: 'a message expression that fails',
      validation: { expression: 'false', message: 'm', messageExpression: 'object.data.none' },
      says: 'm',
    },
    {
      what: 'a message expression of 5 KiB',
      validation: { expression: 'false', message: 'm', messageExpression: `'${'x'.repeat(5 * 1024)}'` },
      says: 'x'.repeat(5 * 1024),
    },
    {
      what: 'a message expression of more than 5 KiB',
      validation: { expression: 'false', message: 'm', messageExpression: `'${'x'.repeat(5 * 1024 + 1)}'` },
      says: 'm',
    },
  ])('refuses in the words of $what', async ({ validation, says }) => {
    const { refusal } = await judged({ validations: [validation] })
    expect(said(refusal)).toBe(says)
  })

  it.each([
    [undefined, 'Invalid', 422],
    ['Forbidden', 'Forbidden', 403],
    ['Unauthorized', 'Unauthorized', 401],
    ['RequestEntityTooLarge', 'RequestEntityTooLarge', 413],
    ['constructor', 'constructor', 422],
  ])('with the reason %s refuses with %s, %i', async (given, reason, code) => {
    const validation = { expression: 'false', message: 'm', ...(given !== undefined && { reason: given }) }
    const { refusal } = await judged({ validations: [validation] })
    expect(refusal?.status).toMatchObject({ reason, code, details: { causes: [{ message: expect.any(String) }] } })
  })

  it('refuses with the first of its validations that fails, and observes each', async () => {
    const validations = [{ expression: 'true' }, { expression: 'false', message: 'one' }, { expression: '1 == 2' }]
    const { refusal, observed } = await judged({ validations })
    expect(said(refusal)).toBe('one')
    const common = { policy: 'p', binding: 'b', errorType: 'invalid_error', action: 'deny', timed: true }
    expect(observed).toEqual([common, common])
  })

  it.each([
    [['Deny'], 'm', [], ['deny']],
    [['Warn'], '', [`Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': m`], ['warn']],
    [['Audit'], '', [], ['audit']],
    [
      ['Warn', 'Audit'],
      '',
      [`Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': m`],
      ['warn', 'audit'],
    ],
    [[], '', [], []],
    [['Other'], '', [], []],
  ])('with the actions %j says %j, and warns %j', async (...[validationActions, says, warns, actions]) => {
    const validations = [{ expression: 'true' }, { expression: 'false', message: 'm' }]
    const { refusal, warnings, annotations, observed } = await judged({ validations }, { validationActions })
    expect([said(refusal), warnings, observed.map((each) => (each as { action: string }).action)]).toEqual([
      says,
      warns,
      actions,
    ])
    const failure = { message: 'm', policy: 'p', binding: 'b', expressionIndex: 1, validationActions }
    expect(annotations).toEqual(
      validationActions.includes('Audit')
        ? { 'validation.policy.admission.k8s.io/validation_failure': JSON.stringify([failure]) }
        : {},
    )
  })

  const missing = "expression 'object.data.none == '1'' resulted in error: no such key: none"
  it.each([
    [undefined, missing, 'deny'],
    ['Fail', missing, 'deny'],
    ['Ignore', '', 'allow'],
  ])('that cannot be evaluated, with the failure policy %s, says %j', async (failurePolicy, says, action) => {
    const validations = [{ expression: "object.data.none == '1'" }]
    const { refusal, observed } = await judged({ validations, ...(failurePolicy && { failurePolicy }) })
    expect(said(refusal)).toBe(says)
    expect(observed).toEqual([{ policy: 'p', binding: 'b', errorType: 'invalid_error', action, timed: true }])
  })

  it('that cannot be compiled says so', async () => {
    const { refusal, observed } = await judged({ validations: [{ expression: 'object.' }] })
    expect(said(refusal)).toMatch(/^compilation error: /)
    expect(observed).toMatchObject([{ errorType: 'compile_error', action: 'deny' }])
  })

  it('adds the audit annotations that say something, once for the same text', async () => {
    const auditAnnotations = [
      { key: 'a', valueExpression: "' one '" },
      { key: 'b', valueExpression: 'null' },
      { key: 'c', valueExpression: "'  '" },
      { key: 'd', valueExpression: `'${'x'.repeat(10 * 1024 + 1)}'` },
    ]
    const { refusal, annotations } = await judged({ auditAnnotations })
    expect(refusal).toBeUndefined()
    expect(annotations).toEqual({ 'p/a': 'one', 'p/d': 'x'.repeat(10 * 1024) })
  })

  it.each([
    ['Fail', "expression 'string(object.data.none)' resulted in error: no such key: none"],
    ['Ignore', ''],
  ])('whose annotation fails, with the failure policy %s, says %j', async (failurePolicy, says) => {
    const auditAnnotations = [{ key: 'a', valueExpression: 'string(object.data.none)' }]
    const { refusal, annotations } = await judged({ auditAnnotations, failurePolicy })
    expect([said(refusal), annotations]).toEqual([says, {}])
  })

  it('has conditions, which are observed', async () => {
    const spec = (expression: string) => ({
      validations: [{ expression: 'false' }],
      matchConditions: [{ name: 'c', expression }],
    })
    const owner = { kind: 'policy', name: 'p', type: 'validate', operation: 'CREATE', timed: true }
    const met = await judged(spec("object.data.a == '1'"))
    expect([met.refusal !== undefined, met.conditions]).toEqual([true, [{ ...owner, errors: 0, excluded: false }]])
    const unmet = await judged(spec("object.data.a == '2'"))
    expect([unmet.refusal, unmet.conditions]).toEqual([undefined, [{ ...owner, errors: 0, excluded: true }]])
    const failed = await judged(spec('object.data.none == 1'))
    expect(said(failed.refusal)).toContain('object.data.none')
    expect(failed.conditions).toEqual([{ ...owner, errors: 1, excluded: false }])
  })

  it('sees who asks, the namespace, and what users may do', async () => {
    const validations = [
      { expression: "request.userInfo.username == 'get'", message: 'user' },
      { expression: "namespaceObject.metadata.name == 'team'", message: 'namespace' },
      { expression: "authorizer.group('').resource('pods').check('get').allowed()", message: 'get' },
      { expression: "!authorizer.group('').resource('pods').check('list').allowed()", message: 'list' },
      { expression: 'authorizer.requestResource.check(request.userInfo.username).allowed()', message: 'resource' },
      { expression: 'oldObject == null', message: 'old' },
    ]
    const request = mapRequest({}, { user: { name: 'get' } })
    expect(said((await judged({ validations }, {}, request)).refusal)).toBe('')
  })

  it('has variables', async () => {
    const variables = [
      { name: 'size', expression: 'size(object.data)' },
      { name: 'double', expression: 'variables.size * 2' },
    ]
    const validations = [{ expression: 'variables.double == 2' }, { expression: 'variables.size == 2' }]
    expect(said((await judged({ variables, validations })).refusal)).toBe('failed expression: variables.size == 2')
  })

  it('asks for no rights in its messages', async () => {
    const messageExpression = "authorizer.group('').resource('pods').check('get').allowed() ? 'yes' : 'no'"
    const { refusal } = await judged({ validations: [{ expression: 'false', message: 'm', messageExpression }] })
    expect(said(refusal)).toBe('m')
  })

  it('has variables, parameters and rights in its conditions and annotations', async () => {
    const spec = {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      variables: [{ name: 'size', expression: 'size(object.data)' }],
      validations: [{ expression: 'variables.size > 1' }],
      matchConditions: [
        { name: 'c', expression: 'variables.size == int(params.data.most)' },
        { name: 'd', expression: "authorizer.group('').resource('pods').check('get').allowed()" },
      ],
      auditAnnotations: [
        {
          key: 'a',
          valueExpression: "authorizer.group('').resource('pods').check('get').allowed() ? 'may' : 'may not'",
        },
        { key: 'b', valueExpression: 'string(variables.size) + string(params.data.most)' },
      ],
    }
    const one = await judged(
      spec,
      { paramRef: { name: 'one' } as never },
      mapRequest({ a: '1' }, { user: { name: 'get' } }),
    )
    expect([said(one.refusal), one.annotations]).toEqual([
      'failed expression: variables.size > 1',
      { 'p/a': 'may', 'p/b': '11' },
    ])
    const two = await judged(
      spec,
      { paramRef: { name: 'two' } as never },
      mapRequest({ a: '1' }, { user: { name: 'get' } }),
    )
    expect([two.refusal, two.annotations]).toEqual([undefined, {}])
  })

  it.each([undefined, null])('without parameters (%s) does not know them', async (paramKind) => {
    const { refusal } = await judged({ paramKind: paramKind as never, validations: [{ expression: 'params == null' }] })
    expect(said(refusal)).toMatch(/^compilation error: .*undeclared reference to 'params'/s)
  })

  it('without anything says nothing', async () => {
    const nothing = { matchConditions: [], validations: [], auditAnnotations: [] }
    for (const spec of [{}, nothing]) expect((await judged(spec)).refusal).toBeUndefined()
    const { refusal } = await judged({ validations: [{}, { expression: '' }] as never })
    expect(said(refusal)).toMatch(/^compilation error/)
  })

  it('is never about the configuration of admission', async () => {
    const request = Object.assign(mapRequest(), { kind: ValidatingAdmissionPolicy.groupVersionKind })
    expect((await judged({ validations: [{ expression: 'false' }] }, {}, request)).refusal).toBeUndefined()
  })
})

describe('the parameters of a policy', () => {
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }
  const validations = [
    { expression: 'size(object.data) < int(params.data.most)', messageExpression: 'string(params.data.most)' },
  ]
  const configured = (text: string) => `failed to configure binding: ${text}`

  it.each<{ what: string; paramRef?: object; says: string; kind?: string; namespace?: string }>([
    { what: 'by a name', paramRef: { name: 'one' }, says: '1' },
    { what: 'by another name', paramRef: { name: 'two' }, says: '' },
    { what: 'by a name that there is not', paramRef: { name: 'none' }, says: '' },
    {
      what: 'by a name that there must be',
      paramRef: { name: 'none', parameterNotFoundAction: 'Deny' },
      says: configured('no params found for policy binding with `Deny` parameterNotFoundAction'),
    },
    { what: 'by a selector', paramRef: { selector: { matchLabels: { all: 'yes' } } }, says: '1' },
    { what: 'by a selector of none', paramRef: { selector: { matchLabels: { all: 'no' } } }, says: '' },
    {
      what: 'by both',
      paramRef: { name: 'one', selector: {} },
      says: configured('paramRef.name and paramRef.selector are mutually exclusive'),
    },
    { what: 'by nothing', paramRef: {}, says: configured('one of name or selector must be provided') },
    { what: 'in another namespace', paramRef: { name: 'one', namespace: 'other' }, says: '' },
    { what: 'in their own namespace', paramRef: { name: 'one', namespace: 'team' }, says: '1' },
    { what: 'of the cluster', paramRef: { name: 'one' }, kind: 'Wide', says: '1' },
    {
      what: 'of the cluster in a namespace',
      paramRef: { name: 'one', namespace: 'team' },
      kind: 'Wide',
      says: configured('paramRef.namespace must not be provided for a cluster-scoped `paramKind`'),
    },
  ])('are found $what', async ({ paramRef, kind = 'ConfigMap', says }) => {
    const { refusal } = await judged(
      { paramKind: { ...paramKind, kind }, validations },
      { paramRef: paramRef as never },
    )
    expect(said(refusal)).toBe(says)
  })

  it('of a namespace are no use for objects of the cluster', async () => {
    const request = Object.assign(mapRequest(), { namespace: '' })
    const { refusal } = await judged({ paramKind, validations }, { paramRef: { name: 'one' } }, request)
    expect(said(refusal)).toBe(
      configured('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources'),
    )
  })

  it('of a kind that is not served refuse for the whole policy', async () => {
    const spec = { paramKind: { ...paramKind, kind: 'Gone' }, validations }
    const { refusal } = await judged(spec, { paramRef: { name: 'one' } })
    expect(refusal?.status.message).toBe(
      `configmaps "m" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: failed to find resource referenced by paramKind: '/v1, Kind=Gone'`,
    )
    const lenient = await judged({ ...spec, failurePolicy: 'Ignore' }, { paramRef: { name: 'one' } })
    expect(lenient.refusal).toBeUndefined()
  })
})

describe('a mutating policy', () => {
  const jsonPatch = (key: string, value: string) => ({
    patchType: 'JSONPatch',
    jsonPatch: { expression: `[JSONPatch{op: 'add', path: '/data/${key}', value: ${value}}]` },
  })
  /** Two policies, `p` and `q`, which are bound alike. */
  async function changed(specs: readonly object[], attributes: AdmissionAttributes = mapRequest({ a: '1' })) {
    const { environment, ...seen } = environmentOf()
    const policies = specs.map(
      (spec, index) => new MutatingAdmissionPolicy({ metadata: { name: `p${index}` }, spec: spec as never }),
    )
    const bindings = policies.map(
      ({ metadata }, index) =>
        new MutatingAdmissionPolicyBinding({
          metadata: { name: `b${index}` },
          spec: { policyName: metadata?.name as string },
        }),
    )
    const plugin = mutatingPolicies({ policies: () => policies, bindings: () => bindings }, environment)
    const heard = listening()
    const message = await plugin.admit?.(attributes, heard.context).then(
      () => '',
      (error: Error) => error.message,
    )
    return { ...seen, ...heard, message, attributes, plugin, data: dataOf(attributes.object) }
  }

  it('changes the object, and the next one sees it', async () => {
    const { data, observed, attributes } = await changed([
      { mutations: [jsonPatch('b', "'2'"), jsonPatch('c', 'object.data.b')] },
      { mutations: [jsonPatch('d', 'string(size(object.data))')] },
    ])
    expect(data).toEqual({ a: '1', b: '2', c: '2', d: '3' })
    expect(attributes.reinvocation.shouldReinvoke).toBe(true)
    const common = { errorType: 'no_error', timed: true }
    expect(observed).toMatchObject([
      { ...common, policy: 'p0', binding: 'b0' },
      { ...common, policy: 'p0', binding: 'b0' },
      { ...common, policy: 'p1', binding: 'b1' },
    ])
  })

  it('does nothing for deletions of objects and for the configuration of admission', async () => {
    const spec = { mutations: [jsonPatch('b', "'2'")] }
    const kind = MutatingAdmissionPolicy.groupVersionKind
    expect((await changed([spec], Object.assign(mapRequest({ a: '1' }), { kind }))).data).toEqual({ a: '1' })
  })

  it.each([
    ['Fail', 'no such key: none'],
    ['Ignore', ''],
  ])('that fails, with the failure policy %s, says %j', async (failurePolicy, says) => {
    const spec = { failurePolicy, mutations: [jsonPatch('b', 'object.data.none')] }
    const { message, data } = await changed([spec])
    expect(message).toContain(says)
    expect([message === '', data]).toEqual([says === '', { a: '1' }])
  })

  it('is for what its conditions say', async () => {
    const mutations = [jsonPatch('b', "'2'")]
    const matchConditions = (expression: string) => [{ name: 'c', expression }]
    expect((await changed([{ mutations, matchConditions: matchConditions('false') }])).data).toEqual({ a: '1' })
    expect((await changed([{ mutations, matchConditions: matchConditions('true') }])).data).toEqual({ a: '1', b: '2' })
  })
})
