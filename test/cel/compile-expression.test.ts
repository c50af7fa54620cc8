import { describe, expect, test } from 'vitest'
import {
  AuthorizerValue,
  type CELAuthorizationAttributes,
  type CELEvaluation,
  compileExpression,
  dynType,
  jsonOf,
  LazyFields,
  listType,
  mapType,
  namedType,
  objectType,
  ResourceCheckValue,
  type StaticType,
} from '../../src/openapi/cel/index.js'

const bool = namedType('bool')

function evaluate(source: string, bindings: Readonly<Record<string, unknown>>, types: Record<string, StaticType> = {}) {
  const variables = Object.fromEntries(Object.keys(bindings).map((name) => [name, types[name] ?? dynType]))
  const { program, issues } = compileExpression(source, { variables })
  if (program === undefined) throw new Error(issues)
  const { value, ...rest } = program.evaluate(bindings)
  return 'error' in rest ? rest : { value: jsonOf(value), ...rest }
}

describe('values of variables', () => {
  test('dynamic JSON counts whole numbers as int and absent members as absent', () => {
    const object = { n: 1, d: 1.5, gone: undefined, list: [1, { a: null }] }
    expect(evaluate('[object.n + 1, size(object.list), has(object.gone) ? 1 : 0]', { object })).toEqual({
      value: [2, 2, 0],
      cost: 17,
    })
    expect(evaluate('object.gone', { object })).toEqual({ error: 'no such key: gone', cost: 2 })
    expect(evaluate('object.list[1].a == null', { object })).toEqual({ value: true, cost: 5 })
  })

  test('declared objects convert their fields', () => {
    const type = objectType('Event', {
      at: namedType('google.protobuf.Timestamp'),
      tags: listType(namedType('string')),
    })
    const event = { at: '2024-01-02T03:04:05Z', tags: null }
    expect(evaluate('event.at.getFullYear() + (has(event.tags) ? 1 : 0)', { event }, { event: type })).toMatchObject({
      value: 2024,
    })
  })

  test('values that a declared type does not have are errors where they are read', () => {
    const read = (type: StaticType, v: unknown, source = 'v') => evaluate(source, { v }, { v: type })
    const duration = namedType('google.protobuf.Duration')
    const quantity = namedType('kubernetes.Quantity')
    expect(read(duration, '90m', 'v.getHours()')).toMatchObject({ value: 1 })
    expect(read(duration, 90)).toMatchObject({ error: 'invalid data, expected google.protobuf.Duration, got number' })
    expect(read(namedType('google.protobuf.Timestamp'), 5)).toMatchObject({
      error: 'invalid data, expected google.protobuf.Timestamp, got number',
    })
    expect(read(quantity, '1500m', "v.isGreaterThan(quantity('1'))")).toMatchObject({ value: true })
    expect(read(quantity, 2, "v.compareTo(quantity('2'))")).toMatchObject({ value: 0 })
    expect(read(quantity, true)).toMatchObject({ error: 'invalid data, expected kubernetes.Quantity, got boolean' })
    expect(read(namedType('double'), 2, 'v / 4.0')).toMatchObject({ value: 0.5 })
    expect(read(namedType('double'), 2n, 'v / 4.0')).toMatchObject({ value: 0.5 })
    expect(read(namedType('double'), '2')).toMatchObject({ error: 'invalid data, expected double, got string' })
  })

  test('declared maps convert their values, and are no lists', () => {
    const type = mapType(namedType('string'), namedType('google.protobuf.Duration'))
    const read = (v: unknown, source: string) => evaluate(source, { v }, { v: type })
    expect(read({ a: '2h' }, 'v.a.getHours()')).toMatchObject({ value: 2 })
    expect(read({ a: '2h' }, 'v.map(k, v[k].getHours())')).toMatchObject({ value: [2] })
    expect(read(['2h'], 'size(v)')).toMatchObject({ error: 'invalid data, expected map, got object' })
    expect(read(null, 'size(v)')).toMatchObject({ error: 'invalid data, expected map, got null' })
  })

  test('integers beyond 2^53 are exact', () => {
    expect(evaluate('object.n - 1', { object: { n: 9007199254740993n } })).toMatchObject({ value: 9007199254740992n })
  })

  test('names such as __proto__ are keys like others', () => {
    const object = JSON.parse('{"__proto__": 1}') as object
    expect(evaluate('object.__proto__', { object })).toMatchObject({ value: 1 })
    expect(evaluate('object.__proto__', { object: {} })).toMatchObject({ error: 'no such key: __proto__' })
    expect(evaluate('object.constructor', { object: {} })).toMatchObject({ error: 'no such key: constructor' })
  })

  test('lazy fields are computed once, when they are read', () => {
    let count = 0
    const fields = new Map<string, () => CELEvaluation>([
      ['x', () => ({ value: ++count, cost: 1 })],
      ['bad', () => ({ error: 'broken', cost: 1 })],
    ])
    const variables = new LazyFields(fields)
    expect(evaluate('true || variables.x == 1', { variables })).toMatchObject({ value: true })
    expect(count).toBe(0)
    expect(evaluate('variables.x + variables.x', { variables })).toMatchObject({ value: 2 })
    expect(count).toBe(1)
    expect(evaluate('variables.bad', { variables })).toMatchObject({ error: 'broken' })
  })
})

describe('compilation', () => {
  test('results of other types are refused', () => {
    const object = { variables: { object: dynType }, resultTypes: [bool] }
    expect(compileExpression('1', object).issues).toBe('must evaluate to bool but got int')
    expect(compileExpression('object.a', object).issues).toBe('must evaluate to bool but got dyn')
    expect(compileExpression('1', { resultTypes: [bool, namedType('string')] }).issues).toBe(
      'must evaluate to one of [bool string] but got int',
    )
  })

  test('a program knows its variables', () => {
    const { program } = compileExpression('object.a == 1 && has(params.b)', {
      variables: { object: dynType, params: dynType, request: dynType },
    })
    expect(['object', 'params', 'request'].map((name) => program?.uses(name))).toEqual([true, true, false])
  })

  test('objects and patches are made of their types', () => {
    const patch = objectType('JSONPatch', { op: namedType('string'), path: namedType('string'), value: dynType })
    const { program } = compileExpression(
      '[JSONPatch{op: "add", path: "/a/" + jsonpatch.escapeKey("b/c~d"), value: {"x": 1}}]',
      {
        messageType: (name) => (name === 'JSONPatch' ? patch : undefined),
      },
    )
    expect(jsonOf(program?.evaluate({}).value)).toEqual([{ op: 'add', path: '/a/b~1c~0d', value: { x: 1 } }])
  })
})

describe('limits', () => {
  test('an evaluation stops at its cost', () => {
    const { program } = compileExpression('[1, 2, 3].all(x, [1, 2, 3].all(y, x + y > 0))')
    const all = program?.evaluate({})
    expect(program?.evaluate({}, { costLimit: all?.cost ?? 0 })).toEqual(all)
    expect(program?.evaluate({}, { costLimit: (all?.cost ?? 0) - 1 })).toMatchObject({
      error: 'operation cancelled: actual cost limit exceeded',
      exceeded: true,
    })
  })

  test('nesting that exhausts the stack is refused, not thrown', () => {
    const deep = `${'['.repeat(240)}${']'.repeat(240)}`
    expect(() => compileExpression(deep)).not.toThrow()
    expect(compileExpression('('.repeat(10_000)).issues).toContain('recursion limit exceeded')
  })
})

describe('authorizers', () => {
  const asked: CELAuthorizationAttributes[] = []
  const decide = (attributes: CELAuthorizationAttributes) => {
    asked.push(attributes)
    return { decision: attributes.verb === 'get' ? 'allow' : 'deny', reason: 'because' } as const
  }
  const user = { username: 'alice' }
  const types = { authorizer: namedType('kubernetes.authorization.Authorizer') }

  test('answer what expressions ask', () => {
    asked.length = 0
    const source = "authorizer.group('apps').resource('deployments').namespace('ns').name('x').check('get').allowed()"
    const authorizer = new AuthorizerValue({ authorize: decide }, user)
    expect(evaluate(source, { authorizer }, types)).toMatchObject({ value: true, cost: 350_006 })
    expect(asked).toEqual([
      {
        user,
        verb: 'get',
        namespace: 'ns',
        apiGroup: 'apps',
        apiVersion: '*',
        resource: 'deployments',
        subresource: '',
        name: 'x',
        isResourceRequest: true,
        path: '',
      },
    ])
    const account = "authorizer.serviceAccount('ns', 'sa').path('/healthz').check('put').reason()"
    expect(evaluate(account, { authorizer }, types)).toMatchObject({ value: 'because' })
    expect(asked[1]).toMatchObject({
      path: '/healthz',
      isResourceRequest: false,
      user: { username: 'system:serviceaccount:ns:sa' },
    })
  })

  test('answer at once where evaluations may wait', async () => {
    const authorizer = new AuthorizerValue({ authorize: decide }, user)
    const { program } = compileExpression("authorizer.path('/a').check('get').allowed()", { variables: types })
    expect(await program?.evaluateAsync({ authorizer })).toMatchObject({ value: true })
    expect(evaluate("'%s'.format([type(authorizer)])", { authorizer }, types)).toMatchObject({
      value: 'kubernetes.authorization.Authorizer',
    })
  })

  test('may answer later, and are asked each question once', async () => {
    asked.length = 0
    const authorizer = new AuthorizerValue({ authorize: async (attributes) => decide(attributes) }, user)
    const { program } = compileExpression(
      "authorizer.path('/a').check('get').allowed() && !authorizer.path('/b').check('put').allowed() && authorizer.requestResource.check('get').allowed()",
      { variables: { ...types, 'authorizer.requestResource': namedType('kubernetes.authorization.ResourceCheck') } },
    )
    const bindings = {
      authorizer,
      'authorizer.requestResource': new ResourceCheckValue(authorizer, { group: '', resource: 'pods' }),
    }
    expect(await program?.evaluateAsync(bindings, { costLimit: 2_000_000 })).toMatchObject({ value: true })
    expect(asked).toHaveLength(3)
    expect(() => program?.evaluate(bindings)).toThrow('evaluateAsync')
  })
})
