import { describe, expect, it } from 'vitest'
import { Pod } from '../../src/api/core/v1/index.js'
import { stringifyJSON } from '../../src/json/index.js'
import { fieldSetFromValue } from '../../src/managedfields/index.js'
import {
  applySchemaDefaults,
  CELValidator,
  newStructural,
  prune,
  registerCustomResource,
  SchemaValidator,
} from '../../src/openapi/index.js'
import { setNestedField, Unstructured } from '../../src/runtime/index.js'
import { jsonToYAML } from '../../src/runtime/serializer/yaml/index.js'

const schema = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { size: { type: 'integer', default: 1, maximum: 3 } } } },
  'x-kubernetes-validations': [{ rule: '!has(self.spec) || self.spec.size != 2', message: 'not two' }],
}
const definition = {
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'boxes', kind: 'Box' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
}
const box = (spec: object) =>
  new Unstructured({ apiVersion: 'example.com/v1', kind: 'Box', metadata: { name: 'a' }, spec })

describe('functions over JSON take objects as they are', () => {
  it('a custom resource admits and judges an Unstructured', () => {
    const v1 = registerCustomResource(definition).versions.get('v1')!
    const small = box({ other: true })
    expect(v1.admit(small)).toEqual(['spec.other'])
    expect(small).toEqual(box({ size: 1 }))
    expect(v1.validate(small)).toEqual([])
    expect(v1.validate(box({ size: 2 })).map(({ message }) => message)).toEqual(['<nil>: Invalid value: not two'])
    expect(v1.validate(box({ size: 9 }))).toHaveLength(1)
    const stored = new Unstructured({ ...box({ size: 9 }), metadata: { name: 'a', resourceVersion: '1' } })
    expect(v1.validateUpdate(stored.deepCopy(), stored)).toEqual([])
  })

  it('schemas fill, prune and judge an Unstructured', () => {
    const structural = newStructural(schema)
    const object = box({ other: true })
    applySchemaDefaults(object, structural)
    expect(prune(object, structural)).toEqual(['spec.other'])
    expect(new SchemaValidator(schema).validate(object)).toEqual([])
    expect(new CELValidator(structural).validate(box({ size: 2 }))).toHaveLength(1)
  })

  it('writers, field sets and nested fields take instances of classes', () => {
    const pod = new Pod({ metadata: { name: 'web' } })
    expect(stringifyJSON(pod)).toBe('{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"}}')
    expect(jsonToYAML(pod)).toBe('apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n')
    expect(fieldSetFromValue(pod).size).toBe(3)
    const object = box({})
    setNestedField(object, pod.metadata!, 'spec', 'template')
    expect(object.spec).toEqual({ template: { name: 'web' } })
  })
})
