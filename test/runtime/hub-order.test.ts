import { describe, expect, test } from 'vitest'
import { struct } from '../../src/descriptor/build.js'
import { type KindClass, TypedObject } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'

interface Way extends TypedObject {
  way?: string[]
}

function version(name: string): KindClass<Way> {
  class Thing extends TypedObject {
    static readonly groupVersionKind: GroupVersionKind<Way> = new GroupVersionKind('x.y', name, 'Thing')
    static readonly descriptor = struct(`y.x.${name}.Thing`, () => [], { preserveUnknownFields: true })
    declare way?: string[]
  }
  return Thing
}

const versions = Object.fromEntries(
  ['v1', 'v2', 'v3', 'v4', '__internal'].map((name) => [name, version(name)]),
) as Record<'v1' | 'v2' | 'v3' | 'v4' | '__internal', KindClass<Way>>

/** A scheme in which every version converts to and from each of `through`, and every conversion leaves its name. */
function schemeThrough(...through: (keyof typeof versions)[]): Scheme {
  const scheme = new Scheme().addKinds(...Object.values(versions))
  for (const [name, type] of Object.entries(versions)) {
    for (const hub of through) {
      if (name === hub) continue
      const step = (to: KindClass<Way>, toName: string) => (from: Way) =>
        Object.assign(new to(), { way: [...(from.way ?? []), toName] })
      scheme.addConversion(type, versions[hub], step(versions[hub], hub))
      scheme.addConversion(versions[hub], type, step(type, name))
    }
  }
  return scheme
}

const wayFrom = (scheme: Scheme, from: keyof typeof versions, to: keyof typeof versions): unknown =>
  scheme.convert(new versions[from](), versions[to]).way

describe('of several versions through which two convert, there is one that is taken', () => {
  test('the internal one before all others', () => {
    expect(wayFrom(schemeThrough('v2', '__internal', 'v3'), 'v1', 'v4')).toEqual(['__internal', 'v4'])
  })

  test('the one that was registered first', () => {
    expect(wayFrom(schemeThrough('v3', 'v2'), 'v1', 'v4')).toEqual(['v2', 'v4'])
  })

  test('the one that the group prefers', () => {
    const scheme = schemeThrough('v2', 'v3')
    scheme.setVersionPriority(new GroupVersion('x.y', 'v3'), new GroupVersion('x.y', 'v2'))
    expect(wayFrom(scheme, 'v1', 'v4')).toEqual(['v3', 'v4'])
  })

  test('the hub, whatever else there is', () => {
    expect(wayFrom(schemeThrough('v2', '__internal', 'v3').addHub(versions.v3), 'v1', 'v4')).toEqual(['v3', 'v4'])
  })

  test('of several hubs the one that the group prefers', () => {
    const scheme = schemeThrough('v2', 'v3').addHub(versions.v3).addHub(versions.v2)
    expect(wayFrom(scheme, 'v1', 'v4')).toEqual(['v2', 'v4'])
    scheme.setVersionPriority(new GroupVersion('x.y', 'v3'))
    expect(wayFrom(scheme, 'v1', 'v4')).toEqual(['v3', 'v4'])
  })

  test('of two kinds a hub of the one that is converted before one of the other', () => {
    const other = (name: string) => {
      class Other extends TypedObject {
        static readonly groupVersionKind: GroupVersionKind<Way> = new GroupVersionKind('o.y', name, 'Other')
        static readonly descriptor = struct(`y.o.${name}.Other`, () => [], { preserveUnknownFields: true })
        declare way?: string[]
      }
      return Other as KindClass<Way>
    }
    const [o1, o2] = [other('v1'), other('v2')]
    const scheme = schemeThrough('v2').addKinds(o1, o2).addHub(versions.v2).addHub(o2)
    const step = (to: KindClass<Way>, name: string) => (from: Way) =>
      Object.assign(new to(), { way: [...(from.way ?? []), name] })
    scheme.addConversion(versions.v1, o2, step(o2, 'o2')).addConversion(o2, o1, step(o1, 'o1'))
    scheme.addConversion(versions.v2, o1, step(o1, 'o1')).addConversion(o1, versions.v2, step(versions.v2, 'v2'))
    scheme.addConversion(o2, versions.v1, step(versions.v1, 'v1')).addConversion(o1, o2, step(o2, 'o2'))
    expect(scheme.convert(new versions.v1(), o1).way).toEqual(['v2', 'o1'])
    expect(scheme.convert(new o1(), versions.v1).way).toEqual(['o2', 'v1'])
  })

  test('none where there is a direct way', () => {
    expect(wayFrom(schemeThrough('v2', 'v3', 'v4'), 'v1', 'v4')).toEqual(['v4'])
  })
})
