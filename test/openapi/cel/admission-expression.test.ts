import { describe, expect, test } from 'vitest'
import {
  type AdmissionExpressionOptions,
  admissionProblem,
  checkAdmissionTypes,
  compileAdmissionExpression,
} from '../../../src/openapi/cel/admission-expression.js'
import { dynType, namedType } from '../../../src/openapi/cel/index.js'
import { openAPIType } from '../../../src/openapi/cel/schema/openapi-type.js'
import { typeText } from '../../../src/openapi/cel/values/cel-static-type.js'

const all: AdmissionExpressionOptions = { params: true, authorizer: true, returns: 'any' }

function typeOf(expression: string, options: AdmissionExpressionOptions = all): string {
  const compiled = compileAdmissionExpression(expression, options)
  return 'error' in compiled ? (compiled.error.split('\n')[0] ?? '') : typeText(compiled.type)
}

/** Types of variables, as pkg/admission/plugin/cel/compile.go of k8s.io/apiserver declares them. */
const declared: Readonly<Record<string, string>> = {
  'request.kind.group request.requestKind.version request.kind.kind': 'string',
  'request.resource.group request.requestResource.version request.resource.resource': 'string',
  'request.subResource request.requestSubResource request.name request.namespace request.operation': 'string',
  'request.userInfo.username request.userInfo.uid': 'string',
  'request.userInfo.groups': 'list(string)',
  'request.userInfo.extra': 'map(string, list(string))',
  'request.dryRun': 'bool',
  'request.options object oldObject params object.anything': 'dyn',
  'namespaceObject.metadata.name namespaceObject.metadata.generateName namespaceObject.metadata.namespace': 'string',
  'namespaceObject.metadata.UID namespaceObject.metadata.resourceVersion namespaceObject.status.phase': 'string',
  'namespaceObject.metadata.labels namespaceObject.metadata.annotations': 'map(string, string)',
  'namespaceObject.metadata.creationTimestamp namespaceObject.metadata.deletionTimestamp': 'google.protobuf.Timestamp',
  'namespaceObject.metadata.deletionGracePeriodSeconds namespaceObject.metadata.generation': 'int',
  'namespaceObject.metadata.finalizers namespaceObject.spec.finalizers': 'list(string)',
  'namespaceObject.status.conditions': 'list(kubernetes.NamespaceCondition)',
  'namespaceObject.status.conditions[0].status namespaceObject.status.conditions[0].type': 'string',
  'namespaceObject.status.conditions[0].message namespaceObject.status.conditions[0].reason': 'string',
  'namespaceObject.status.conditions[0].lastTransitionTime': 'google.protobuf.Timestamp',
  authorizer: 'kubernetes.authorization.Authorizer',
  'authorizer.requestResource': 'kubernetes.authorization.ResourceCheck',
}

describe('expressions of admission', () => {
  test.each(Object.entries(declared))('%s', (paths, type) => {
    for (const path of paths.split(' ')) expect([path, typeOf(path)]).toEqual([path, type])
  })

  test.each([
    ['params', { params: false }],
    ['authorizer', { authorizer: false }],
    ['authorizer.requestResource', { authorizer: false }],
    ['variables.a', {}],
    ['request.nope', {}],
    ['namespaceObject.spec.nope', {}],
  ])('%s is not there with %j', (expression, options) => {
    expect(typeOf(expression, { ...all, ...options })).toMatch(/undeclared reference|undefined field/)
  })

  test('variables have the types of their expressions', () => {
    const variables = new Map([['a', namedType('int')]])
    expect(typeOf('variables.a', { ...all, variables })).toBe('int')
    expect(typeOf('variables.b', { ...all, variables })).toContain("undefined field 'b'")
  })

  test.each([
    ['bool', '1', 'must evaluate to bool but got int'],
    ['string', '1', 'must evaluate to string but got int'],
    ['audit', '1', 'must evaluate to one of [string null_type] but got int'],
    ['audit', 'null', undefined],
    ['any', '1', undefined],
    ['jsonPatch', '[JSONPatch{op: "add", path: "/a", from: "b", value: 1}]', undefined],
    ['jsonPatch', '[JSONPatch{nope: 1}]', 'undefined field'],
    ['jsonPatch', '[JSONPatch{op: 1}]', "expected type of field 'op' is 'string' but provided type is 'int'"],
    ['jsonPatch', '1', 'must evaluate to list(JSONPatch) but got int'],
    ['applyConfiguration', 'Object{spec: Object.spec{replicas: 1}}', undefined],
    ['applyConfiguration', 'Objects{}', 'undeclared reference'],
    ['applyConfiguration', '1', 'must evaluate to Object but got int'],
    ['any', 'Object{}', 'undeclared reference'],
  ] as const)('that return %s: %s', (returns, expression, problem) => {
    const found = admissionProblem(expression, { ...all, returns })
    if (problem === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(problem)
  })
})

describe('expressions over known types', () => {
  const schemas = {
    Root: {
      type: 'object',
      required: ['metadata'],
      properties: {
        metadata: { allOf: [{ $ref: '#/components/schemas/Meta' }], default: {} },
        spec: { $ref: '#/components/schemas/Spec' },
        self: { $ref: '#/components/schemas/Root' },
        lost: { $ref: '#/components/schemas/Nothing' },
        other: { $ref: '#/definitions/Spec' },
        odd: { allOf: [{ $ref: '#/components/schemas/Spec' }, {}], type: 'string' },
        inherited: { $ref: '#/components/schemas/toString' },
      },
    },
    Meta: { type: 'object', properties: { name: { type: 'string' } } },
    Spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer', format: 'int32' },
        at: { type: 'string', format: 'date-time' },
        port: { type: 'string', format: 'int-or-string' },
        ports: { type: 'array', items: { 'x-kubernetes-int-or-string': true } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        nested: { type: 'array', items: { $ref: '#/components/schemas/Meta' } },
      },
    },
  }
  const object = openAPIType({ $ref: '#/components/schemas/Root' }, schemas, 'Root')
  const typeIn = (expression: string): string => {
    const checked = checkAdmissionTypes(expression, { ...all, types: { object, params: undefined } })
    return 'error' in checked ? (checked.error.split('\n')[0] ?? '') : typeText(checked.type)
  }

  test.each([
    ['object.metadata.name', 'string'],
    ['oldObject.spec.replicas', 'int'],
    ['object.spec.at', 'google.protobuf.Timestamp'],
    ['object.spec.port', 'dyn'],
    ['object.spec.ports', 'list(dyn)'],
    ['object.spec.labels', 'map(string, string)'],
    ['object.spec.nested[0].name', 'string'],
    ['object.odd', 'string'],
    ['params.anything', 'dyn'],
    ['object.self.spec', "undefined field 'spec'"],
    ['object.lost.a', "undefined field 'a'"],
    ['object.inherited.a', "undefined field 'a'"],
    ['object.spec.nope', "undefined field 'nope'"],
    ['object.metadata.nope', "undefined field 'nope'"],
    ['authorizer.requestResource', "unexpected failed resolution of 'kubernetes.authorization.Authorizer'"],
  ])('%s', (expression, type) => {
    expect(typeIn(expression)).toMatch(new RegExp(type.replace(/[()]/g, '\\$&')))
  })

  test('schemas that are none have no type', () => {
    expect(openAPIType({ type: 'object', required: 1 }, {}, 'X')).toBeUndefined()
    expect(typeText(openAPIType({ type: 'string' }, {}, 'X') ?? dynType)).toBe('string')
  })
})
