import { describe, expect, it } from 'vitest'
import { list, scalar, struct } from '../../src/descriptor/build.js'
import { typeMeta } from '../../src/runtime/objects/type-meta.js'
import { TypedObject } from '../../src/runtime/objects/typed-object.js'
import { isNotRegisteredError } from '../../src/runtime/scheme/not-registered-error.js'
import { ParameterCodec } from '../../src/runtime/scheme/parameter-codec.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'

const v1 = new GroupVersion('example.com', 'v1')
const v2 = new GroupVersion('example.com', 'v2')

class OptionsV1 extends TypedObject {
  static readonly groupVersionKind = new GroupVersionKind<OptionsV1>('example.com', 'v1', 'Options')
  static readonly descriptor = struct('v1.Options', () => [
    ['TypeMeta', 0, typeMeta, '<'],
    ['limit', 1, scalar('int64'), '?', { default: 500 }],
    ['dryRun', 2, list(scalar('string')), '?'],
  ])
  declare limit?: number
  declare dryRun?: string[]
}

class OptionsV2 extends TypedObject {
  static readonly groupVersionKind = new GroupVersionKind<OptionsV2>('example.com', 'v2', 'Options')
  static readonly descriptor = struct('v2.Options', () => [
    ['TypeMeta', 0, typeMeta, '<'],
    ['pageSize', 1, scalar('int64'), '?'],
  ])
  declare pageSize?: number
}

const scheme = new Scheme()
  .addKnownTypes(v1, OptionsV1)
  .addKnownTypes(v2, OptionsV2)
  .addConversion(OptionsV1, OptionsV2, ({ limit }) => new OptionsV2({ pageSize: limit }))
  .addConversion(OptionsV2, OptionsV1, ({ pageSize }) => new OptionsV1({ limit: pageSize }))
const codec = new ParameterCodec(scheme)

describe('ParameterCodec', () => {
  it('reads into the class of the version, with defaults', () => {
    const options = codec.decodeParameters(new URLSearchParams('dryRun=All&unknown=1'), v1, OptionsV1)
    expect(options).toBeInstanceOf(OptionsV1)
    expect(options).toMatchObject({ limit: 500, dryRun: ['All'] })
  })

  it('converts from the version the parameters are written in', () => {
    const options = codec.decodeParameters(new URLSearchParams('limit=7'), v1, OptionsV2)
    expect(options).toBeInstanceOf(OptionsV2)
    expect(options.pageSize).toBe(7)
  })

  it('leaves the options empty without parameters', () => {
    expect(codec.decodeParameters(new URLSearchParams(), v1, OptionsV1)).toEqual(new OptionsV1())
  })

  it('writes in the version asked for', () => {
    expect(codec.encodeParameters(new OptionsV2({ pageSize: 3 }), v1).toString()).toBe('limit=3')
    expect(codec.encodeParameters(new OptionsV2({ pageSize: 3 }), v2).toString()).toBe('pageSize=3')
  })

  it('refuses versions that are not registered, and bad values', () => {
    const from = new GroupVersion('example.com', 'v9')
    try {
      codec.decodeParameters(new URLSearchParams('a=1'), from, OptionsV1)
      expect.unreachable()
    } catch (error) {
      expect(isNotRegisteredError(error)).toBe(true)
    }
    expect(() => codec.decodeParameters(new URLSearchParams('limit=x'), v1, OptionsV1)).toThrow('invalid syntax')
  })
})

it('reads integers beyond what a number holds as asked', () => {
  const parameters = new URLSearchParams('limit=9223372036854775807')
  expect(() => codec.decodeParameters(parameters, v1, OptionsV1)).toThrow('not exact as a number')
  const exact = new ParameterCodec(scheme, { integers: 'bigint' })
  expect(exact.decodeParameters(parameters, v1, OptionsV1).limit).toBe(9223372036854775807n)
})
