import { describe, expect, test } from 'vitest'
import { addToScheme, type Pod, Pod as PodClass } from '../../../src/api/core/v1/index.js'
import { deepEqual } from '../../../src/descriptor/deep-equal.js'
import { canonicalQuantity, Quantity, quantityEquals } from '../../../src/resource/index.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { CBORSerializer } from '../../../src/runtime/serializer/cbor/cbor-serializer.js'
import { JSONSerializer } from '../../../src/runtime/serializer/json/json-serializer.js'
import { ProtobufSerializer } from '../../../src/runtime/serializer/protobuf/protobuf-serializer.js'
import { YAMLSerializer } from '../../../src/runtime/serializer/yaml/yaml-serializer.js'

const scheme = new Scheme()
addToScheme(scheme)

const manifest = (cpu: string) =>
  `{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","resources":{"limits":{"cpu":${cpu}}}}]}}`

function limitOf(pod: Pod): unknown {
  return pod.spec?.containers?.[0]?.resources?.limits?.cpu
}

describe.each([
  ['JSON', JSONSerializer],
  ['YAML', YAMLSerializer],
] as const)('quantities that %s has as numbers', (_, Serializer) => {
  const read = (mode: 'faithful' | 'strict' | 'canonical', cpu: string) =>
    new Serializer(scheme, { mode }).decode(manifest(cpu), { into: PodClass }).object

  test('stay numbers where nothing is changed, and mean what they say', () => {
    const pod = read('faithful', '2')
    expect(limitOf(pod)).toBe(2)
    expect(Quantity.parse(limitOf(pod) as number).toString()).toBe('2')
    expect(canonicalQuantity(limitOf(pod))).toBe('2')
    expect(quantityEquals(limitOf(pod), '2000m')).toBe(true)
    expect(deepEqual(PodClass.descriptor, pod, read('canonical', '"2"'))).toBe(true)
  })

  test('are always quantities in mode strict', () => {
    expect(quantityEquals(limitOf(read('strict', '2')), '2')).toBe(true)
    expect(quantityEquals(limitOf(read('strict', '0.5')), '500m')).toBe(true)
  })

  test('are text in mode canonical', () => {
    expect(limitOf(read('canonical', '2'))).toBe('2')
    expect(limitOf(read('canonical', '0.5'))).toBe('500m')
  })

  test('reach protobuf, CBOR and canonical JSON as text', () => {
    const pod = read('faithful', '0.5')
    for (const serializer of [new ProtobufSerializer(scheme), new CBORSerializer(scheme)]) {
      expect(limitOf(serializer.decode<Pod>(serializer.encode(pod)).object)).toBe('500m')
    }
    expect(new TextDecoder().decode(new JSONSerializer(scheme, { canonical: true }).encode(pod))).toContain('"500m"')
  })
})
