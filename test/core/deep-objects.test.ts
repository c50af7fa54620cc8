import { describe, expect, test } from 'vitest'
import * as apiextensions from '../../src/api/apiextensions/v1/index.js'
import * as apps from '../../src/api/apps/v1/index.js'
import * as core from '../../src/api/core/v1/index.js'
import { addDeclarativeValidation } from '../../src/declarative/add-declarative-validation.js'
import { validateDeclared } from '../../src/declarative/validate-declared.js'
import { applyDefaults } from '../../src/descriptor/apply-defaults.js'
import { deepCopy } from '../../src/descriptor/deep-copy.js'
import { deepEqual } from '../../src/descriptor/deep-equal.js'
import { fromJSON } from '../../src/descriptor/from-json.js'
import { canonicalize, toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import { walk } from '../../src/descriptor/walk.js'
import { isMachineryError } from '../../src/errors/machinery-error.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'
import {
  newDefaultCRDFieldManager,
  newDefaultFieldManager,
} from '../../src/managedfields/field-manager/default-field-manager.js'
import { compareValues, equalValues, valueText } from '../../src/managedfields/field-path/value.js'
import { deducedParseableType } from '../../src/managedfields/typed/parseable-type.js'
import { JSONPath } from '../../src/meta/json-path/json-path.js'
import { pruneNonNullableNulls } from '../../src/openapi/structural/default-value.js'
import { newStructural } from '../../src/openapi/structural/new-structural.js'
import { SchemaValidator } from '../../src/openapi/validate/schema-validator.js'
import { createJSONPatch } from '../../src/patch/json/create-json-patch.js'
import { jsonPatch } from '../../src/patch/json/json-patch.js'
import { createMergePatch } from '../../src/patch/merge/create-merge-patch.js'
import { mergePatch } from '../../src/patch/merge/merge-patch.js'
import { createThreeWayJSONMergePatch, hasConflicts } from '../../src/patch/merge/three-way-merge-patch.js'
import {
  createThreeWayMergePatch,
  createTwoWayMergePatch,
  mergingMapsHaveConflicts,
  strategicMergePatch,
} from '../../src/patch/strategic/strategic-merge-patch.js'
import { nestedFieldCopy, nestedStringMap } from '../../src/runtime/objects/nested-field.js'
import { isTypedObject, type KindClass, type KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { isUnstructured, Unstructured } from '../../src/runtime/objects/unstructured.js'
import { fromUnstructured, toUnstructured } from '../../src/runtime/objects/unstructured-converter.js'
import { groupVersionKindOf } from '../../src/runtime/scheme/kind-access.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CBORSerializer } from '../../src/runtime/serializer/cbor/cbor-serializer.js'
import { FaithfulJSONSerializer } from '../../src/runtime/serializer/json/faithful-json-serializer.js'
import { JSONSerializer } from '../../src/runtime/serializer/json/json-serializer.js'
import { ProtobufSerializer } from '../../src/runtime/serializer/protobuf/protobuf-serializer.js'
import { YAMLSerializer } from '../../src/runtime/serializer/yaml/yaml-serializer.js'
import { describeDifference, differences } from '../../src/testing/differences.js'
import { long } from '../rounds.js'

/** Several times what the stack holds. */
const levels = 20_000

const scheme = new Scheme()
for (const group of [apiextensions, apps, core]) group.addToScheme(scheme)
addDeclarativeValidation(scheme, core.Pod, apps.ControllerRevision, apiextensions.CustomResourceDefinition)

type Wrap = (value: unknown) => unknown

function nested(wrap: Wrap, depth: number = levels): unknown {
  let value: unknown = {}
  for (let i = 0; i < depth; i++) value = wrap(value)
  return value
}

/** What `wrap` makes of a value, that value being itself. */
function endless(wrap: Wrap): unknown {
  const inner = {}
  const value = wrap(inner) as object
  const put = (holder: Record<string, unknown>): void => {
    for (const [key, member] of Object.entries(holder)) {
      if (member === inner) holder[key] = value
      else if (typeof member === 'object' && member !== null) put(member as Record<string, unknown>)
    }
  }
  put(value as Record<string, unknown>)
  return value
}

const definition = (schema: unknown): KubernetesObject =>
  new apiextensions.CustomResourceDefinition({
    metadata: { name: 'as.x.y' },
    spec: { versions: [{ name: 'v1', schema: { openAPIV3Schema: schema } }] },
  } as never)
const map: Wrap = (value) => ({ a: value })

const objects: Record<string, (make: (wrap: Wrap) => unknown) => KubernetesObject> = {
  'an unstructured map': (make) => new Unstructured({ apiVersion: 'x/v1', kind: 'A', metadata: {}, spec: make(map) }),
  'an unstructured list': (make) =>
    new Unstructured({ apiVersion: 'x/v1', kind: 'A', metadata: {}, spec: make((value) => [value]) }),
  'a field that no type has': (make) => new core.Pod({ metadata: { name: 'a', extra: make(map) } } as never),
  'a plain object': (make) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, extra: make(map) }) as never,
  'a RawExtension': (make) =>
    new apps.ControllerRevision({ metadata: { name: 'a' }, data: make(map), revision: 1 } as never),
  'schemas in not': (make) => definition(make((value) => ({ not: value }))),
  'schemas in properties': (make) => definition(make((value) => ({ type: 'object', properties: { a: value } }))),
  'schemas in items': (make) => definition(make((value) => ({ items: value }))),
  'a default of a schema': (make) => definition({ default: make(map) }),
  'values of wrong types': (make) => new core.Pod({ metadata: { name: make(map), labels: make(map) } } as never),
}

function classOf(object: KubernetesObject): KindClass {
  if (isUnstructured(object)) return Unstructured
  return scheme.classFor(groupVersionKindOf(object)) as KindClass
}

function bare({ apiVersion, kind }: KubernetesObject): KubernetesObject {
  return { apiVersion, kind, metadata: { name: 'a' } } as KubernetesObject
}

const structural = newStructural({
  type: 'object',
  properties: { spec: { 'x-kubernetes-preserve-unknown-fields': true, enum: [{ b: 1 }] } },
} as never)
const validator = new SchemaValidator(structural.schema)

function applied(object: KubernetesObject, other: KubernetesObject): unknown {
  const kind = groupVersionKindOf(object)
  const manager = isTypedObject(object)
    ? newDefaultFieldManager({ kind, scheme })
    : newDefaultCRDFieldManager({ kind, scheme })
  const type = classOf(object)
  const live = () => new type({ metadata: { name: 'a' }, apiVersion: object.apiVersion, kind: object.kind } as never)
  return [
    manager.update(live(), object, { manager: 'm' }),
    manager.apply(live(), new Unstructured(other), { manager: 'n', force: true }),
  ]
}

type Verb = (object: KubernetesObject, same: KubernetesObject) => unknown

const verbs: Record<string, Verb> = {
  FaithfulJSONSerializer: (object) => new FaithfulJSONSerializer(scheme).encode(object),
  deepCopy: (object) => deepCopy(object),
  deepEqual: (object, same) => deepEqual(classOf(object).descriptor, object, same),
  applyDefaults: (object) => applyDefaults(classOf(object).descriptor, object),
  'scheme.default': (object) => scheme.default(object),
  'scheme.validate': (object, same) => [scheme.validate(object), scheme.validateUpdate(object, same)],
  validateDeclared: (object) => validateDeclared(classOf(object).descriptor, object, { operation: { type: 'Create' } }),
  walk: (object) => walk(classOf(object).descriptor, object, () => undefined),
  canonicalize: (object) => canonicalize(classOf(object).descriptor, object),
  toCanonicalJSON: (object) => toCanonicalJSON(classOf(object).descriptor, object),
  fromJSON: (object) => fromJSON(classOf(object).descriptor, { ...object } as JSONValue, { mode: 'strict' }),
  stringifyJSON: (object) => stringifyJSON(object),
  'scheme.convert': (object) => [scheme.convert(object, Unstructured), scheme.convert(object, classOf(object))],
  convertToVersion: (object) => scheme.convertToVersion(object, groupVersionKindOf(object).groupVersion()),
  toUnstructured: (object) => toUnstructured(object),
  'toUnstructured, canonical': (object) => toUnstructured(object, { canonical: true }),
  'fromUnstructured, strict': (object) => fromUnstructured(object, classOf(object), { mode: 'strict' }),
  nestedFieldCopy: (object) => [nestedFieldCopy(object, 'spec'), nestedFieldCopy(object, 'metadata')],
  nestedStringMap: (object) => nestedStringMap(object, 'spec'),
  'createMergePatch, all': (object) => createMergePatch(bare(object), object),
  'createMergePatch, nothing': (object, same) => createMergePatch(object, same),
  'createJSONPatch, all': (object) => createJSONPatch(bare(object), object),
  'createJSONPatch, nothing': (object, same) => createJSONPatch(object, same),
  'createTwoWayMergePatch, all': (object) => createTwoWayMergePatch(bare(object), object, core.Pod),
  'createTwoWayMergePatch, nothing': (object, same) => createTwoWayMergePatch(object, same, core.Pod),
  createThreeWayMergePatch: (object, same) =>
    createThreeWayMergePatch({ original: object, modified: same, current: object }, core.Pod),
  createThreeWayJSONMergePatch: (object, same) =>
    createThreeWayJSONMergePatch({ original: bare(object), modified: same, current: object }),
  mergePatch: (object, same) => mergePatch(object, same),
  strategicMergePatch: (object, same) => strategicMergePatch(object, same, core.Pod),
  mergingMapsHaveConflicts: (object, same) => mergingMapsHaveConflicts(object, same, core.Pod),
  hasConflicts: (object, same) => hasConflicts(object, same),
  jsonPatch: (object, same) =>
    jsonPatch({}, [
      { op: 'add', path: '/a', value: object as never },
      { op: 'test', path: '/a', value: same as never },
    ]),
  'values of managed fields': (object, same) => {
    const [one, other] = [object, same] as unknown as [JSONValue, JSONValue]
    return [attempt(() => equalValues(one, other)), attempt(() => compareValues(one, other)), valueText(one)]
  },
  'typed values': (object, same) => {
    const [one, other] = [deducedParseableType.fromValue(object), deducedParseableType.fromValue(same)]
    return [one.toFieldSet(), one.compare(other), one.merge(other)]
  },
  'server-side apply': applied,
  JSONPath: (object) => JSONPath.parse('{.spec}{.metadata}').execute(object),
  'JSONPath, everything': (object) => JSONPath.parse('{..nothing}', { allowMissingKeys: true }).execute(object),
  pruneNonNullableNulls: (object) => pruneNonNullableNulls(object, structural),
  SchemaValidator: (object, same) => [validator.validate(object), validator.validateUpdate(object, same)],
  differences: (object, same) =>
    differences(classOf(object).descriptor, object, bare(same)).map((each) => describeDifference(each)),
}
for (const mode of ['faithful', 'strict', 'canonical'] as const) {
  verbs[`JSON ${mode}`] = (object) => new JSONSerializer(scheme, { mode }).encode(object)
  verbs[`YAML ${mode}`] = (object) => new YAMLSerializer(scheme, { mode }).encode(object)
  verbs[`protobuf ${mode}`] = (object) => new ProtobufSerializer(scheme, { mode }).encode(object)
  verbs[`CBOR ${mode}`] = (object) => new CBORSerializer(scheme, { mode }).encode(object)
}

/** Nothing, or the error; one that no code of ours throws on purpose fails the test. */
function attempt(run: () => unknown): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    if (!isMachineryError(error)) throw error
    return error
  }
}

/** In the short form every object meets a third of the verbs, and every verb a third of the objects. */
function verbsFor(index: number): [string, Verb][] {
  return Object.entries(verbs).filter((_, i) => long || (i + index) % 3 === 0)
}

describe.each(Object.entries(objects).map(([name, object], index) => [name, object, verbsFor(index)] as const))(
  '%s',
  (_, object, chosen) => {
    test.each(chosen)(`nested ${levels} deep, or an error: %s`, (_, verb) => {
      expect(() => attempt(() => verb(object(nested), object(nested)))).not.toThrow()
    })

    test.each(chosen)('that holds itself, or an error: %s', (_, verb) => {
      expect(() => attempt(() => verb(object(endless), object(endless)))).not.toThrow()
    })
  },
)

describe('objects that hold themselves in several places', () => {
  function web(): KubernetesObject {
    const pod = new core.Pod({ metadata: { labels: {} } }) as unknown as Record<string, Record<string, unknown>>
    Object.assign(pod.metadata as object, { self: pod, labels: { pod } })
    pod.spec = { containers: [pod, pod], pod }
    return pod as KubernetesObject
  }

  test.each(Object.entries(verbs))('or an error: %s', (_, verb) => {
    expect(() => attempt(() => verb(web(), web()))).not.toThrow()
  })
})

test('indentation of 100,000 levels is longer than any string', () => {
  const object = new Unstructured({ apiVersion: 'x/v1', kind: 'A', spec: nested(map, 100_000) })
  const serializer = new JSONSerializer(scheme, { pretty: true })
  expect(attempt(() => serializer.encode(object))).toMatchObject({ code: 'TooLarge' })
})

test('what is deep is copied and written as JSON', () => {
  const object = new Unstructured({ apiVersion: 'x/v1', kind: 'A', spec: nested(map) })
  const text = new TextDecoder().decode(new JSONSerializer(scheme).encode(deepCopy(object)))
  expect(text).toBe(`{"apiVersion":"x/v1","kind":"A","spec":${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}}\n`)
})
