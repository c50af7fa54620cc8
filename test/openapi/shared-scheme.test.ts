import { describe, expect, it } from 'vitest'
import { addDeclarativeValidation } from '../../src/declarative/add-declarative-validation.js'
import { validateDeclared } from '../../src/declarative/validate-declared.js'
import { list, scalar, struct } from '../../src/descriptor/build.js'
import type { StructDescriptor } from '../../src/descriptor/types.js'
import { objectMetaDescriptor } from '../../src/meta/v1/descriptors.gen.js'
import { registerCustomResource } from '../../src/openapi/custom-resource/register-custom-resource.js'
import { type KindClass, type KubernetesObject, TypedObject } from '../../src/runtime/objects/typed-object.js'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'

const text = scalar('string')

/** As `generate crd` writes it for the definition below. */
const specDescriptor: StructDescriptor = struct('com.example.v1.WidgetSpec', () => [
  ['name', 0, text, '*?', { required: true, schema: { pattern: '^[a-z]+$', minLength: 2 } }],
  ['hosts', 0, list(text), '*?', { schema: { minItems: 1, uniqueItems: true, items: { pattern: '^h' } } }],
  ['size', 0, scalar('int32'), '*?', { default: 1, schema: { minimum: 0, exclusiveMinimum: true, multipleOf: 2 } }],
])

class Widget extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<Widget> = new GroupVersionKind('example.com', 'v1', 'Widget')
  static readonly descriptor = struct('com.example.v1.Widget', () => [
    ['kind', 0, text, '?'],
    ['apiVersion', 0, text, '?'],
    ['metadata', 0, objectMetaDescriptor, '?'],
    ['spec', 0, specDescriptor, '*?', { required: true }],
  ])
}

class WidgetV2 extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<WidgetV2> = new GroupVersionKind('example.com', 'v2', 'Widget')
  static readonly descriptor = struct('com.example.v2.Widget', () => [
    ['kind', 0, text, '?'],
    ['apiVersion', 0, text, '?'],
    ['metadata', 0, objectMetaDescriptor, '?'],
    ['spec', 0, specDescriptor, '*?', { required: true }],
  ])
}

const schema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['name'],
      'x-kubernetes-validations': [{ rule: "self.name != 'forbidden'", message: 'not that one' }],
      properties: {
        name: { type: 'string', pattern: '^[a-z]+$', minLength: 2 },
        hosts: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^h' } },
        size: { type: 'integer', format: 'int32', default: 1 },
        replicas: { type: 'integer' },
        limits: { type: 'object', additionalProperties: { type: 'integer', default: 3 } },
      },
    },
    status: { type: 'object', properties: { replicas: { type: 'integer' }, selector: { type: 'string' } } },
  },
}

const scale = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
}

const definition = {
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: schema },
      subresources: { status: {}, scale },
    })),
  },
}

const content = (spec: object, more: object = {}): KubernetesObject & Record<string, unknown> => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'a' },
  spec,
  ...more,
})

const messages = (errors: readonly { message: string }[]): string[] => errors.map(({ message }) => message)

/** Class known to the scheme before the definition, and tags or not; and the definition alone. */
function schemes(): [string, Scheme][] {
  const alone = new Scheme()
  registerCustomResource(definition, { scheme: alone })
  const generated = new Scheme().addKinds(Widget)
  registerCustomResource(definition, { scheme: generated })
  const declaredFirst = new Scheme().addKinds(Widget)
  addDeclarativeValidation(declaredFirst, Widget)
  registerCustomResource(definition, { scheme: declaredFirst })
  const declaredLast = new Scheme().addKinds(Widget)
  registerCustomResource(definition, { scheme: declaredLast })
  addDeclarativeValidation(declaredLast, Widget)
  return [
    ['the definition alone', alone],
    ['a generated class', generated],
    ['its tags before', declaredFirst],
    ['its tags behind', declaredLast],
  ]
}

describe.each(schemes())('one way to validate, with %s', (_, scheme) => {
  const typed = (object: object): KubernetesObject =>
    new CodecFactory(scheme).universalDeserializer().decode(JSON.stringify(object)).object

  it.each<[object, string[]]>([
    [content({ name: 'ab' }), []],
    [content({ name: 'AB' }), ['spec.name: Invalid value: "AB": spec.name in body should match \'^[a-z]+$\'']],
    [
      content({ name: 'ab', hosts: [] }),
      ['spec.hosts: Invalid value: 0: spec.hosts in body should have at least 1 items'],
    ],
    [
      content({ name: 'ab', hosts: ['x'] }),
      ['spec.hosts[0]: Invalid value: "x": spec.hosts[0] in body should match \'^h\''],
    ],
    [content({ name: 'forbidden' }), ['spec: Invalid value: not that one']],
    [content({ name: 'ab', replicas: -1 }), ['.spec.replicas: Invalid value: -1: should be a non-negative integer']],
  ])('says the same of an object of a class and of an unstructured one: %j', (object, expected) => {
    const found = messages(scheme.validate(typed(object)))
    expect(messages(scheme.validate(new Unstructured(object as never)))).toEqual(found)
    expect(found).toEqual(expected)
  })

  it('judges unstructured values of wrong types', () => {
    const wrong = new Unstructured(content({ name: 7, size: 'x' }) as never)
    expect(messages(scheme.validate(wrong)).join('\n')).toContain('spec.name in body must be of type string: "integer"')
  })

  it('judges an object that has its kind from its class', () => {
    const type = scheme.classFor(Widget.groupVersionKind) as KindClass
    const object = Object.assign(new type(), { metadata: { name: 'a' }, spec: { name: 'forbidden' } })
    Object.assign(object, Widget.groupVersionKind.toAPIVersionAndKind())
    expect(messages(scheme.validate(object))).toEqual(['spec: Invalid value: not that one'])
  })

  it('knows that there is a function', () => {
    expect(scheme.hasValidationFunc(new Unstructured(content({}) as never))).toBe(true)
    expect(scheme.hasValidationFunc(new Unstructured({ apiVersion: 'v1', kind: 'Other' }))).toBe(false)
    expect(scheme.validate(new Unstructured({ apiVersion: 'v1', kind: 'Other' }))).toEqual([])
  })

  it('fills in the defaults of the schema', () => {
    const object = typed(content({ name: 'ab', limits: { a: null } }))
    scheme.default(object)
    expect(object).toMatchObject({ spec: { size: 1, limits: { a: 3 } } })
  })

  it('converts between the versions', () => {
    const converted = scheme.convertToVersion(typed(content({ name: 'ab' })), new GroupVersion('example.com', 'v2'))
    expect(converted).toMatchObject({ apiVersion: 'example.com/v2', spec: { name: 'ab' } })
  })
})

it('generated classes of several versions keep conversions of their own', () => {
  const scheme = new Scheme().addKinds(Widget, WidgetV2)
  scheme.addConversion(Widget, WidgetV2, () => Object.assign(new WidgetV2(), { spec: { name: 'own' } }))
  registerCustomResource(definition, { scheme })
  const object = Object.assign(new Widget(), { spec: { name: 'ab' } })
  expect(scheme.convert(object, WidgetV2)).toMatchObject({ spec: { name: 'own' } })
  expect(scheme.convert(scheme.convert(object, WidgetV2), Widget)).toMatchObject({ spec: { name: 'own' } })
})

it('a defaulting function of a generated class runs before the defaults of the schema', () => {
  const scheme = new Scheme().addKinds(Widget)
  scheme.addTypeDefaultingFunc(Widget, (object) => void Object.assign(object, { spec: { name: 'filled' } }))
  registerCustomResource(definition, { scheme })
  const object = new Widget()
  scheme.default(object)
  expect(object).toMatchObject({ spec: { name: 'filled', size: 1 } })
})

describe('what schemas say of single fields is declared as well', () => {
  const declared = (spec: object): string[] =>
    messages(validateDeclared(Widget.descriptor, { spec }, { operation: { type: 'Create' } }))

  it.each<[object, string[]]>([
    [{ name: 'ab' }, []],
    [{ name: 'ab', hosts: null }, []],
    [{ name: 'ab', hosts: [] }, ['spec.hosts: Too few: 0: must have at least 1 item']],
    [
      { name: 'ab', hosts: ['h', 'x'] },
      ['spec.hosts[1]: Invalid value: "x": spec.hosts[1] in body should match \'^h\''],
    ],
    [{ name: 'ab', hosts: ['h', 'h'] }, ['spec.hosts: Duplicate value: ["h","h"]']],
    [{ name: 'AB' }, ['spec.name: Invalid value: "AB": spec.name in body should match \'^[a-z]+$\'']],
    [{ name: 'ab', size: 3 }, ['spec.size: Invalid value: 3: spec.size in body should be a multiple of 2']],
    [{ name: 'ab', size: 0 }, ['spec.size: Invalid value: 0: spec.size in body should be greater than 0']],
    [{}, ['spec.name: Required value']],
  ])('%j', (spec, expected) => {
    expect(declared(spec)).toEqual(expected)
  })

  it('says nothing of lists that are absent where the type has no pointer either', () => {
    const plain = struct('x.Plain', () => [['f', 1, list(text), '?', { schema: { minItems: 2 } }]])
    const errors = (value: object) => messages(validateDeclared(plain, value, { operation: { type: 'Create' } }))
    expect(errors({})).toEqual([])
    expect(errors({ f: ['a'] })).toEqual(['f: Too few: 1: must have at least 2 items'])
  })
})

describe('the scale sub-resource', () => {
  const version = registerCustomResource(definition).versions.get('v1')
  const errors = (object: object): string[] => messages(version?.validate(object) ?? [])

  it.each<[object, string[]]>([
    [content({ name: 'ab', replicas: 3 }), []],
    [content({ name: 'ab', replicas: -1 }), ['.spec.replicas: Invalid value: -1: should be a non-negative integer']],
    [
      content({ name: 'ab', replicas: 2147483648 }),
      ['.spec.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647'],
    ],
    [
      content({ name: 'ab' }, { status: { replicas: -2 } }),
      ['.status.replicas: Invalid value: -2: should be a non-negative integer'],
    ],
    [content({ name: 'ab' }, { status: { selector: 'a=b' } }), []],
  ])('%j', (object, expected) => {
    expect(errors(object)).toEqual(expected)
  })

  it('lists fields without a number', () => {
    expect(errors(content({ name: 'ab', replicas: 'x' }))).toContain(
      '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected int64',
    )
  })
})

describe('updates that change nothing', () => {
  const version = registerCustomResource(definition).versions.get('v1')
  const same = (object: object): string[] => messages(version?.validateUpdate(object, object) ?? [])
  const stored = { metadata: { name: 'a', resourceVersion: '1' } }

  it('pass where nothing has provably changed', () => {
    expect(same(content({ name: 'X', hosts: [] }, stored))).toEqual([])
    expect(same(content({ name: 'forbidden' }, stored))).toEqual([])
  })

  it('do not pass at the top of the object, in plain lists, or where the scale is wrong', () => {
    expect(same({ ...content({}, stored), spec: undefined })).toEqual([
      'spec: Required value',
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ])
    expect(same(content({ name: 'ab', replicas: -1 }, stored))).toEqual([
      '.spec.replicas: Invalid value: -1: should be a non-negative integer',
    ])
    expect(same(content({ name: 'X', unknown: 1 }, stored))).toEqual([])
    expect(same({ ...content({ name: 'ab' }, stored), metadata: { name: 'a' } })).toEqual([
      'metadata.resourceVersion: Invalid value: "": must be specified for an update',
    ])
  })
})
