import { describe, expect, it } from 'vitest'
import { scalar, struct } from '../../src/descriptor/index.js'
import { VersionConverter } from '../../src/managedfields/field-manager/version-converter.js'
import {
  type FieldManager,
  fieldSetOf,
  newDefaultFieldManager,
  newExcludeSetFilter,
  newSchemeTypeConverter,
} from '../../src/managedfields/index.js'
import { objectMetaDescriptor } from '../../src/meta/v1/descriptors.gen.js'
import { type KubernetesObject, Scheme, TypedObject, Unstructured } from '../../src/runtime/index.js'
import { GroupVersion, GroupVersionKind } from '../../src/schema/index.js'

const typeMeta = struct('TypeMeta', () => [
  ['kind', 0, scalar('string'), '?'],
  ['apiVersion', 0, scalar('string'), '?'],
])

class CrewV1 extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<CrewV1> = new GroupVersionKind('example.com', 'v1', 'Crew')
  static readonly descriptor = struct('CrewV1', () => [
    ['TypeMeta', 0, typeMeta, '<'],
    ['metadata', 1, objectMetaDescriptor, 'z'],
    ['size', 2, scalar('int32'), '?'],
    ['ship', 3, scalar('string'), '?'],
  ])
  declare size?: number
  declare ship?: string
}

class CrewV2 extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<CrewV2> = new GroupVersionKind('example.com', 'v2', 'Crew')
  static readonly descriptor = struct('CrewV2', () => [
    ['TypeMeta', 0, typeMeta, '<'],
    ['metadata', 1, objectMetaDescriptor, 'z'],
    ['headcount', 2, scalar('int32'), '?'],
    ['vessel', 3, scalar('string'), '?'],
  ])
  declare headcount?: number
  declare vessel?: string
}

const scheme = new Scheme()
scheme.addKinds(CrewV1, CrewV2)
scheme.addConversion(CrewV1, CrewV2, ({ size, ship, ...rest }) =>
  Object.assign(
    new CrewV2(),
    dropKind(rest),
    size === undefined ? {} : { headcount: size },
    ship === undefined ? {} : { vessel: ship },
  ),
)
scheme.addConversion(CrewV2, CrewV1, ({ headcount, vessel, ...rest }) =>
  Object.assign(
    new CrewV1(),
    dropKind(rest),
    headcount === undefined ? {} : { size: headcount },
    vessel === undefined ? {} : { ship: vessel },
  ),
)

function dropKind({ apiVersion: _, kind: __, ...rest }: { apiVersion?: string; kind?: string }): object {
  return rest
}

const hub = new GroupVersion('example.com', 'v2')
const managerOf = (type: typeof CrewV1 | typeof CrewV2, others: object = {}): FieldManager =>
  newDefaultFieldManager({ kind: type.groupVersionKind, scheme, hub, clock: { now: () => 0 }, ...others })

const crew = (version: string, fields: object): Unstructured =>
  new Unstructured({ apiVersion: `example.com/${version}`, kind: 'Crew', ...fields })

const owners = (object: KubernetesObject): unknown => {
  const { managedFields = [] } = (object as { metadata?: { managedFields?: Record<string, unknown>[] } }).metadata ?? {}
  return managedFields.map(({ manager, apiVersion, fieldsV1 }) => [
    manager,
    apiVersion,
    Object.keys(fieldsV1 as object),
  ])
}

describe('managers of different versions', () => {
  it('own fields each in the version in which they spoke', () => {
    const first = managerOf(CrewV1).apply(new CrewV2(), crew('v1', { size: 3, ship: 'a' }), { manager: 'alpha' })
    expect(first).toBeInstanceOf(CrewV2)
    expect(first).toMatchObject({ headcount: 3, vessel: 'a' })
    const conflict = () => managerOf(CrewV2).apply(first, crew('v2', { headcount: 4 }), { manager: 'beta' })
    expect(conflict).toThrow('conflict with "alpha": .size')
    const second = managerOf(CrewV2).apply(first, crew('v2', { headcount: 4 }), { manager: 'beta', force: true })
    expect(second).toMatchObject({ headcount: 4, vessel: 'a' })
    expect(owners(second)).toEqual([
      ['alpha', 'example.com/v1', ['f:ship']],
      ['beta', 'example.com/v2', ['f:headcount']],
    ])
  })

  it('may change the version, and lose what they do not apply any more', () => {
    const first = managerOf(CrewV1).apply(new CrewV2(), crew('v1', { size: 3, ship: 'a' }), { manager: 'alpha' })
    const second = managerOf(CrewV2).apply(first, crew('v2', { headcount: 3 }), { manager: 'alpha' })
    expect(second).toMatchObject({ headcount: 3 })
    expect(second).not.toHaveProperty('vessel')
    expect(owners(second)).toEqual([['alpha', 'example.com/v2', ['f:headcount']]])
  })

  it('are removed together with their version', () => {
    const gone = {
      manager: 'old',
      operation: 'Apply',
      apiVersion: 'example.com/v0',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:x': {} },
    }
    const live = Object.assign(new CrewV2(), { metadata: { managedFields: [gone] } })
    const next = managerOf(CrewV2).apply(live, crew('v2', { headcount: 3 }), { manager: 'alpha' })
    expect(owners(next)).toEqual([['alpha', 'example.com/v2', ['f:headcount']]])
  })

  it('cannot own fields that requests reset', () => {
    const resetFields = new Map([['example.com/v2', newExcludeSetFilter(fieldSetOf(['vessel']))]])
    const next = managerOf(CrewV2, { resetFields }).apply(new CrewV2(), crew('v2', { headcount: 3, vessel: 'a' }), {
      manager: 'alpha',
    })
    expect(owners(next)).toEqual([['alpha', 'example.com/v2', ['f:headcount']]])
  })
})

describe('VersionConverter', () => {
  const typeConverter = newSchemeTypeConverter(scheme)
  const converter = new VersionConverter({ typeConverter, convertor: scheme, hub: () => hub })
  const value = typeConverter.objectToTyped(crew('v1', { size: 3 }))

  it('converts there and back, and leaves the same version alone', () => {
    expect(converter.convert(value, 'example.com/v1')).toBe(value)
    const there = converter.convert(value, 'example.com/v2')
    expect(there.value).toMatchObject({ apiVersion: 'example.com/v2', headcount: 3 })
    expect(converter.convert(there, 'example.com/v1').value).toMatchObject({ apiVersion: 'example.com/v1', size: 3 })
  })

  it('knows when a version is missing', () => {
    const error = (() => {
      try {
        converter.convert(value, 'example.com/v3')
      } catch (caught) {
        return caught
      }
      return undefined
    })()
    expect(converter.isMissingVersionError(error)).toBe(true)
    expect(converter.isMissingVersionError(new Error('other'))).toBe(false)
  })
})
