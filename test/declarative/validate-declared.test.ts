import { describe, expect, it } from 'vitest'
import { addDeclarativeValidation } from '../../src/declarative/add-declarative-validation.js'
import { parseTag } from '../../src/declarative/tag.js'
import { validateDeclared } from '../../src/declarative/validate-declared.js'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import type { FieldOptions, StructDescriptor, TypeDescriptor } from '../../src/descriptor/types.js'
import { type KindClass, TypedObject } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'

type Shape = '' | '?' | '*' | '*?'

/** A struct with the one field `f`, which carries the tags. */
function withTags(type: TypeDescriptor, tags: string[], more: { shape?: Shape } & FieldOptions = {}): StructDescriptor {
  const { shape = '?', ...options } = more
  return struct('x.S', () => [['f', 1, type, shape, { ...options, schema: { tags } }]])
}

const created = (type: StructDescriptor, f: unknown, options?: Record<string, boolean>) =>
  validateDeclared(type, { f }, { operation: { type: 'Create', ...(options && { options }) } }).map(
    ({ message }) => message,
  )
const updated = (type: StructDescriptor, f: unknown, old: unknown) =>
  validateDeclared(type, { f }, { operation: { type: 'Update' }, old: { f: old } }).map(({ message }) => message)

const text = scalar('string')
const int = scalar('int32')
const item = struct('x.Item', () => [
  ['k', 1, text, ''],
  ['v', 2, int, '*?', { schema: { tags: ['maximum=3'] } }],
])

describe('tags of values', () => {
  it.each<[TypeDescriptor, string, unknown, string[]]>([
    [text, 'required', '', ['f: Required value']],
    [text, 'required', 'x', []],
    [list(text), 'required', [], ['f: Required value']],
    [text, 'forbidden', 'x', ['f: Forbidden']],
    [text, 'maxLength=2', 'abc', ['f: Too long: may not be more than 2 characters']],
    [text, 'maxLength=2', '😀😀', []],
    [text, 'maxBytes=4', '😀😀', ['f: Too long: may not be more than 4 bytes']],
    [text, 'minLength=2', 'a', ['f: Too short: must be at least 2 characters']],
    [int, 'minimum=1', 0, ['f: Invalid value: 0: must be greater than or equal to 1']],
    [int, 'minimum=1', undefined, ['f: Invalid value: 0: must be greater than or equal to 1']],
    [int, 'maximum=1', 2, ['f: Invalid value: 2: must be less than or equal to 1']],
    [text, 'neq="x"', 'y', []],
    [list(text), 'maxItems=1', ['a', 'b'], ['f: Too many: 2: must have at most 1 item']],
    [map(text), 'maxProperties=0', { a: 'b' }, ['f: Too many: 1: must have at most 0 items']],
    [text, 'format=k8s-uuid', 'x', ['f: Invalid value: "x": must be a lowercase UUID in 8-4-4-4-12 format']],
    [list(text), 'eachVal=+k8s:maxLength=1', ['a', 'bb'], ['f[1]: Too long: may not be more than 1 character']],
    [map(int), 'eachVal=+k8s:minimum=1', { a: 0 }, ['f[a]: Invalid value: 0: must be greater than or equal to 1']],
    [map(int), 'eachKey=+k8s:maxLength=1', { ab: 0 }, ['f: Too long: may not be more than 1 character']],
    [list(text), 'unique=set', ['a', 'b', 'a'], ['f[2]: Duplicate value: "a"']],
    [item, 'subfield(k)=+k8s:maxLength=1', { k: 'ab' }, ['f.k: Too long: may not be more than 1 character']],
    [list(item), 'item(k: "a")=+k8s:subfield(v)=+k8s:required', [{ k: 'b' }], []],
    [
      list(item),
      'eachVal=+k8s:opaqueType',
      [{ k: 'b', v: 9 }],
      ['f[0].v: Invalid value: 9: must be less than or equal to 3'],
    ],
    [list(item), 'opaqueType', [{ k: 'b', v: 9 }], []],
    [text, 'beta(since: "1.37")=+k8s:maxLength=1', 'ab', ['f: Too long: may not be more than 1 character']],
    [text, 'unknownTag=1', 'ab', []],
  ])('%#: %j %s %j', (...[type, tag, value, expected]) =>
    expect(created(withTags(type, [tag]), value)).toEqual(expected),
  )

  it('validate optional parts only when present', () => {
    const type = withTags(text, ['optional', 'minLength=3'])
    expect(created(type, '')).toEqual([])
    expect(created(type, 'a')).toHaveLength(1)
    expect(created(withTags(text, ['minLength=3'], { required: false }), undefined)).toEqual([])
  })

  it('judge presence first, in any order, and by the tag before the option', () => {
    const type = withTags(text, ['minLength=3', 'required'], { required: false })
    expect(created(type, '')).toEqual(['f: Required value'])
    expect(created(type, 'a')).toHaveLength(1)
    expect(created(withTags(text, ['minLength=3', 'optional'], { required: true }), '')).toEqual([])
  })

  it('end at the first demand that can end it, after all of those', () => {
    const type = withTags(list(text), ['eachVal=+k8s:maxLength=1', 'maxItems=1', 'maxItems=0'])
    expect(created(type, ['ab', 'cd'])).toEqual([
      'f: Too many: 2: must have at most 1 item',
      'f: Too many: 2: must have at most 0 items',
    ])
  })

  it('name enumerations of types', () => {
    const type = withTags(scalar('string', { enum: ['B', 'A'] }), [])
    expect(created(type, 'C')).toEqual(['f: Unsupported value: "C": supported values: "A", "B"'])
  })

  it('stand for facets of the same name, for the value and its items', () => {
    const facets = struct('x.S', () => [
      ['f', 1, list(text), '?', { schema: { maxItems: 2, immutable: true, items: { maxLength: 1 } } }],
    ])
    expect(created(facets, ['a', 'b'])).toEqual([])
    expect(created(facets, ['a', 'b', 'c'])).toEqual(['f: Too many: 3: must have at most 2 items'])
    expect(created(facets, ['a', 'bc'])).toEqual(['f[1]: Too long: may not be more than 1 character'])
    expect(updated(facets, ['a'], ['b'])).toEqual(['f: Invalid value: null: field is immutable'])
    expect(created(facets, undefined)).toEqual([])
  })

  it('depend on options', () => {
    const type = withTags(text, ['ifEnabled("F")=+k8s:required', 'ifDisabled(F)=+k8s:forbidden'])
    expect(created(type, '', { F: true })).toEqual(['f: Required value'])
    expect(created(type, 'x', { F: false })).toEqual(['f: Forbidden'])
    expect(created(type, '')).toEqual([])
  })

  it('say how stable they are and where they come from', () => {
    const type = withTags(int, ['alpha(since: "1.36")=+k8s:maximum=1'])
    const [error] = validateDeclared(type, { f: 2 }, { operation: { type: 'Create' } })
    expect(error).toMatchObject({ origin: 'maximum', stabilityLevel: 'alpha' })
  })

  it('must be tags', () => {
    expect(() => created(withTags(text, ['(']), 'x')).toThrow(expect.objectContaining({ code: 'InvalidTag' }))
    expect(() => created(withTags(text, ['eachVal=+k8s:required']), 'x')).toThrow('eachVal and item are for')
    expect(() => created(withTags(item, ['subfield(x)=+k8s:required']), {})).toThrow('no such field')
  })
})

describe('updates', () => {
  it.each<[TypeDescriptor, string, Shape, unknown, unknown, string[]]>([
    [text, 'immutable', '?', 'a', 'a', []],
    [text, 'immutable', '?', 'b', 'a', ['f: Invalid value: null: field is immutable']],
    [text, 'maxLength=1', '?', 'ab', 'ab', []],
    [text, 'maxLength=1', '?', 'abc', 'ab', ['f: Too long: may not be more than 1 character']],
    [text, 'update=NoSet', '?', 'a', undefined, ['f: Invalid value: null: field cannot be set once created']],
    [text, 'update=NoUnset', '*?', undefined, 'a', ['f: Invalid value: null: field cannot be cleared once set']],
    [text, 'update=NoModify', '?', 'b', 'a', ['f: Invalid value: null: field cannot be modified once set']],
    [text, 'update=NoModify', '?', 'b', undefined, []],
    [list(text), 'update=NoAddItem', '?', ['a', 'b'], ['a'], ['f[1]: Forbidden: item may not be added']],
    [list(text), 'update=NoRemoveItem', '?', ['a'], ['a', 'b'], ['f: Forbidden: item may not be removed']],
    [map(text), 'update=NoAddItem', '?', { a: '', b: '' }, { a: '' }, ['f[b]: Forbidden: item may not be added']],
    [int, 'monotonic', '?', 1, 2, ['f: Invalid value: 1: may not be decreased from 2']],
  ])('%#: %j %s', (...[type, tag, shape, now, old, expected]) => {
    expect(updated(withTags(type, [tag], { shape }), now, old)).toEqual(expected)
    expect(created(withTags(type, [tag === 'maxLength=1' ? 'optional' : tag], { shape }), now)).toEqual([])
  })

  it('treat a struct as always present, unless it is a pointer', () => {
    const inner = withTags(text, ['update=NoSet'], { shape: '' })
    const message = 'f.f: Invalid value: null: field cannot be set once created'
    expect(updated(withTags(inner, [], { shape: '' }), { f: 'a' }, undefined)).toEqual([message])
    expect(updated(withTags(inner, [], { shape: '*?' }), { f: 'a' }, undefined)).toEqual([])
  })

  it('show a struct that is there twice as Go writes it', () => {
    const type = withTags(list(item), ['listType=map', 'listMapKey=k'])
    expect(created(type, [{ k: '' }, { v: 1 }])).toEqual(['f[1]: Duplicate value: {"k":"","v":1}'])
  })

  it('look again only at fields, items and values that have changed', () => {
    const subfield = withTags(item, ['subfield(k)=+k8s:maxLength=1'])
    const tooLong = ['f.k: Too long: may not be more than 1 character']
    expect(updated(subfield, { k: 'ab', v: 2 }, { k: 'ab', v: 1 })).toEqual([])
    expect(updated(subfield, { k: 'abc', v: 1 }, { k: 'ab', v: 1 })).toEqual(tooLong)
    for (const before of [undefined, null]) {
      expect(updated(withTags(item, ['subfield(k)=+k8s:maxLength=1'], { shape: '*?' }), { k: 'ab' }, before)).toEqual(
        tooLong,
      )
    }
    const values = withTags(map(int), ['eachVal=+k8s:maximum=3', 'eachKey=+k8s:maxLength=1'])
    expect(updated(values, { ab: 9, c: 1 }, { ab: 9 })).toEqual([])
    expect(updated(values, { ab: 8, cd: 9 }, { ab: 9 })).toEqual([
      'f: Too long: may not be more than 1 character',
      'f[ab]: Invalid value: 8: must be less than or equal to 3',
      'f[cd]: Invalid value: 9: must be less than or equal to 3',
    ])
    const set = withTags(list(text), ['listType=set', 'eachVal=+k8s:maxLength=1'])
    expect(updated(set, ['ab', 'cd'], ['ab'])).toEqual(['f[1]: Too long: may not be more than 1 character'])
  })

  it('look into structs that are not there unless they are pointers', () => {
    const inner = struct('x.Inner', () => [['r', 1, text, '?', { schema: { tags: ['required'] } }]])
    for (const value of [undefined, null]) {
      expect(created(withTags(inner, [], { shape: '' }), value)).toEqual(['f.r: Required value'])
      expect(created(withTags(inner, [], { shape: '*?' }), value)).toEqual([])
    }
    expect(created(withTags(inner, ['opaqueType']), {})).toEqual([])
  })

  it('find old items by their keys', () => {
    const type = withTags(list(item), [], { listType: 'map', listMapKeys: ['k'] })
    const old = [{ k: 'a', v: 9 }]
    expect(
      updated(
        type,
        [
          { k: 'b', v: 8 },
          { k: 'a', v: 9 },
        ],
        old,
      ),
    ).toEqual(['f[0].v: Invalid value: 8: must be less than or equal to 3'])
    expect(updated(type, [{ k: 'a', v: 10 }], old)).toHaveLength(1)
    expect(created(type, [{ k: 'a' }, { k: 'a', v: 1 }])).toEqual(['f[1]: Duplicate value: {"k":"a","v":1}'])
  })
})

describe('unions', () => {
  const members = { a: 'A', b: 'B' }
  const fields = (): [string, number, TypeDescriptor, Shape][] => [
    ['type', 1, text, '?'],
    ['a', 2, text, '*?'],
    ['b', 3, text, '*?'],
  ]
  const plain = struct('x.U', fields, { unions: [{ members }] })
  const told = struct('x.D', fields, { unions: [{ discriminator: 'type', members }] })
  const judge = (type: StructDescriptor, value: object, old?: object) => {
    const operation = { type: old === undefined ? ('Create' as const) : ('Update' as const) }
    return validateDeclared(type, value, { operation, old }).map(({ message }) => message)
  }

  it('want exactly one member', () => {
    expect(judge(plain, { a: '' })).toEqual([])
    expect(judge(plain, {})).toEqual(['<nil>: Invalid value: "": must specify one of: `a`, `b`'])
    expect(judge(plain, { a: '', b: '' })).toEqual([
      '<nil>: Invalid value: "{a, b}": must specify exactly one of: `a`, `b`',
    ])
    expect(judge(plain, { a: 'x', b: '' }, { a: '', b: '' })).toEqual([])
  })

  it('want the member that the discriminator names', () => {
    expect(judge(told, { type: 'A', a: '' })).toEqual([])
    expect(judge(told, { type: 'A', b: '' })).toEqual([
      'a: Invalid value: "": must be specified when `type` is "A"',
      'b: Invalid value: "": may only be specified when `type` is "B"',
    ])
    expect(judge(told, { type: 'A', b: '' }, { type: 'A', b: 'x' })).toEqual([])
  })

  it('are judged again when the discriminator has changed, and its members have not', () => {
    expect(judge(told, { type: 'B', a: '' }, { type: 'A', a: '' })).toEqual([
      'a: Invalid value: "": may only be specified when `type` is "A"',
      'b: Invalid value: "": must be specified when `type` is "B"',
    ])
    expect(judge(told, { type: 'B', b: '' }, { type: 'A', b: '' })).toEqual([])
    expect(judge(told, { a: '' }, { type: 'A', a: '' })).toEqual([
      'a: Invalid value: "": may only be specified when `type` is "A"',
    ])
    // Absent and empty are one and the same to Go.
    expect(judge(told, { type: '', b: '' }, { b: '' })).toEqual([])
  })

  it('are validated again when a member is added or removed', () => {
    expect(judge(told, { type: 'A' }, { type: 'A', a: '' })).toEqual([
      'a: Invalid value: "": must be specified when `type` is "A"',
    ])
    expect(judge(plain, { a: '', b: '' }, { a: '' })).toEqual([
      '<nil>: Invalid value: "{a, b}": must specify exactly one of: `a`, `b`',
    ])
  })

  it('may be satisfied with none', () => {
    const tag: FieldOptions = { schema: { tags: ['zeroOrOneOfMember'] } }
    const type = struct('x.Z', () => [
      ['a', 1, text, '*?', tag],
      ['b', 2, text, '*?', tag],
    ])
    expect(judge(type, {})).toEqual([])
    expect(judge(type, { a: '', b: '' })).toEqual([
      '<nil>: Invalid value: "{a, b}": must specify at most one of: `a`, `b`',
    ])
  })

  it.each(['alpha(since: "1.36")=+k8s:', 'beta(since: "1.37")=+k8s:'])('are declared after %s too', (stage) => {
    const tag: FieldOptions = { schema: { tags: [`${stage}zeroOrOneOfMember`] } }
    const type = struct('x.Z', () => [
      ['a', 1, text, '*?', tag],
      ['b', 2, text, '*?', tag],
    ])
    expect(judge(type, { a: '', b: '' })).toEqual([
      '<nil>: Invalid value: "{a, b}": must specify at most one of: `a`, `b`',
    ])
  })

  it('of several names are judged each on its own, declared ones first', () => {
    const tag = (name: string): FieldOptions => ({ schema: { tags: [`zeroOrOneOfMember(union: "${name}")`] } })
    const type = struct(
      'x.Z',
      () => [
        ['a', 1, text, '*?', tag('one')],
        ['b', 2, text, '*?', tag('one')],
        ['c', 3, text, '*?', tag('two')],
        ['d', 4, text, '*?', tag('two')],
        ['e', 5, text, '*?'],
      ],
      { unions: [{ members: { e: 'E', gone: 'Gone' } }] },
    )
    expect(judge(type, { a: '', c: '', e: '' })).toEqual([])
    expect(judge(type, { a: '', b: '', c: '', d: '' })).toEqual([
      '<nil>: Invalid value: "": must specify one of: `e`',
      '<nil>: Invalid value: "{a, b}": must specify at most one of: `a`, `b`',
      '<nil>: Invalid value: "{c, d}": must specify at most one of: `c`, `d`',
    ])
  })
})

describe('addDeclarativeValidation', () => {
  it('makes a scheme check tags', () => {
    class Thing extends TypedObject {
      declare spec?: { f?: string }
      static readonly groupVersionKind: GroupVersionKind<Thing> = new GroupVersionKind('x.io', 'v1', 'Thing')
      static readonly descriptor: StructDescriptor = struct('io.x.v1.Thing', () => [
        ['spec', 1, withTags(text, ['required', 'immutable']), ''],
      ])
    }
    const scheme = new Scheme().addKinds(Thing as unknown as KindClass)
    addDeclarativeValidation(scheme, Thing as unknown as KindClass)
    const thing = (f?: string) => Object.assign(new Thing(), f === undefined ? {} : { spec: { f } })
    expect(scheme.validate(thing()).map(({ message }) => message)).toEqual(['spec.f: Required value'])
    expect(scheme.validateUpdate(thing('b'), thing('a')).map(({ field }) => field)).toEqual(['spec.f'])
    expect(scheme.validateUpdate(thing('a'), thing('a'))).toEqual([])
  })
})

describe('parseTag', () => {
  it.each([
    ['required', 'required', {}, ''],
    ['+k8s:maxItems=3', 'maxItems', {}, '3'],
    [
      'beta(since: "1.37")=+k8s:subfield(name)=+k8s:optional',
      'beta',
      { since: '1.37' },
      '+k8s:subfield(name)=+k8s:optional',
    ],
    ['ifEnabled("A)b")=+k8s:required', 'ifEnabled', { '': 'A)b' }, '+k8s:required'],
    ['neq="a \\"b\\""', 'neq', {}, 'a "b"'],
    ['item(type: "a, b", x: `c`)=+k8s:immutable', 'item', { type: 'a, b', x: 'c' }, '+k8s:immutable'],
  ])('%s', (...[tag, name, args, value]) => {
    const parsed = parseTag(tag)
    expect({ ...parsed, args: Object.fromEntries(parsed?.args ?? []) }).toEqual({ name, args, value })
  })
})
