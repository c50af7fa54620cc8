import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import protobuf from 'protobufjs'
import { describe, expect, it } from 'vitest'
import * as externalJWT from '../../src/authentication/service-account/external-jwt.gen.js'
import * as kms from '../../src/storage/encryption/kms.gen.js'
import * as etcd from '../../src/storage/kv/etcd/etcd.gen.js'

const protocols: readonly (readonly [file: string, functions: object])[] = [
  ['authentication/service-account/external-jwt.proto', externalJWT],
  ['storage/encryption/kms.proto', kms],
  ['storage/kv/etcd/etcd.proto', etcd],
]

type Codec = readonly [protobuf.Type, (message: object) => Uint8Array, (bytes: Uint8Array) => object]

const codecs = protocols.flatMap(([file, functions]) => {
  const text = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8')
  const { root } = protobuf.parse(text)
  root.resolveAll()
  const named = functions as Record<string, never>
  const types = root.nestedArray.flatMap((scope) => (scope as protobuf.Namespace).nestedArray)
  return types
    .filter((type) => type instanceof protobuf.Type)
    .map((type): Codec => [type, named[`encode${type.name}`] as never, named[`decode${type.name}`] as never])
})

/** Values as both sides have them; of the members of a choice, one at the most. */
function messages(type: protobuf.Type): fc.Arbitrary<object> {
  const single = type.fieldsArray.filter(({ partOf }) => partOf === null || partOf.oneof.length === 1)
  const all = fc.record(Object.fromEntries(single.map((field) => [field.name, fieldValues(field)])), {
    requiredKeys: [],
  })
  const choices = type.oneofsArray
    .filter(({ oneof }) => oneof.length > 1)
    .map(({ fieldsArray }) =>
      fc.oneof(...fieldsArray.map((field) => fieldValues(field).map((value) => ({ [field.name]: value })))),
    )
  return choices.reduce<fc.Arbitrary<object>>(
    (rest, choice) => fc.tuple(rest, choice).map(([some, more]) => ({ ...some, ...more })),
    all,
  )
}

function fieldValues(field: protobuf.Field): fc.Arbitrary<unknown> {
  const bytes = fc.uint8Array({ maxLength: 300 })
  if (field.map)
    return fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      bytes,
      { noNullPrototype: true },
    )
  const one = valuesOf(field, bytes)
  return field.repeated ? fc.array(one, { maxLength: 4 }) : one
}

function valuesOf(
  { type, resolvedType, options }: protobuf.Field,
  bytes: fc.Arbitrary<Uint8Array>,
): fc.Arbitrary<unknown> {
  if (resolvedType instanceof protobuf.Type) return messages(resolvedType)
  if (resolvedType instanceof protobuf.Enum) return fc.constantFrom(...Object.values(resolvedType.values))
  if (type === 'bytes') return bytes
  if (type === 'bool') return fc.boolean()
  if (type === 'string') return fc.string({ unit: 'binary' })
  if (options?.jstype === 'JS_STRING') return fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String)
  return fc.maxSafeInteger()
}

/** The message as protobufjs reads it, with zeros for what is not there. */
function plain(type: protobuf.Type, bytes: Uint8Array): object {
  return type.toObject(type.decode(bytes), { longs: String, bytes: String, defaults: true })
}

describe.each(codecs.map((codec) => [codec[0].name, codec] as const))('%s', (_, [type, encode, decode]) => {
  it('is written as protobufjs reads it, and read as protobufjs writes it', () => {
    fc.assert(
      fc.property(messages(type), (message) => {
        const reference = type.encode(type.fromObject(message)).finish()
        expect(plain(type, encode(message))).toEqual(plain(type, reference))
        expect(plain(type, encode(decode(reference)))).toEqual(plain(type, reference))
      }),
      { numRuns: 60 },
    )
  })

  it('is read without fields that are unknown, and not at all where it is cut', () => {
    const unknown = protobuf.Writer.create()
      .uint32((900 << 3) | 2)
      .string('x')
      .uint32(901 << 3)
      .uint32(7)
      .finish()
    expect(decode(unknown)).toEqual(decode(new Uint8Array()))
    expect(() => decode(unknown.subarray(0, 3))).toThrow('unexpected EOF')
  })
})
