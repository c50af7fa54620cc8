import { describe, expect, it } from 'vitest'
import {
  coercingMultiGroupVersioner,
  disabledGroupVersioner,
  internalGroupVersioner,
  multiGroupVersioner,
} from '../../src/runtime/scheme/group-versioners.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'

const gvk = (group: string, version: string, kind: string) => new GroupVersionKind(group, version, kind)
const target = new GroupVersion('mygroup', '__internal')

describe('group versioners', () => {
  it('internal prefers an internal kind and makes one of the first otherwise', () => {
    expect(
      String(internalGroupVersioner.kindForGroupVersionKinds([gvk('a', 'v1', 'X'), gvk('b', '__internal', 'Y')])),
    ).toBe('b/__internal, Kind=Y')
    expect(String(internalGroupVersioner.kindForGroupVersionKinds([gvk('a', 'v1', 'X')]))).toBe('a/__internal, Kind=X')
    expect(internalGroupVersioner.kindForGroupVersionKinds([])).toBeUndefined()
  })

  it('disabled chooses none', () => {
    expect(disabledGroupVersioner.kindForGroupVersionKinds([gvk('a', 'v1', 'X')])).toBeUndefined()
  })

  it.each([
    [
      'mygroup/Foo and anothergroup/Bar',
      [
        ['mygroup', 'Foo'],
        ['anothergroup', 'Bar'],
      ],
      'Bar',
      'Bar',
    ],
    [
      'mygroup and anothergroup',
      [
        ['mygroup', ''],
        ['anothergroup', ''],
      ],
      'Bar',
      'Bar',
    ],
    ['other/Kind', [['other', 'Kind']], undefined, 'Baz'],
  ] as const)('of %s', (...[, pairs, multi, coerced]) => {
    const groupKinds = pairs.map(([group, kind]) => ({ group, kind }))
    const kinds = [gvk('yetanother', 'v1', 'Baz'), gvk('anothergroup', 'v1', 'Bar')]
    expect(multiGroupVersioner(target, ...groupKinds).kindForGroupVersionKinds(kinds)?.kind).toBe(multi)
    const chosen = coercingMultiGroupVersioner(target, ...groupKinds).kindForGroupVersionKinds(kinds)
    expect(chosen).toEqual(target.withKind(coerced))
  })

  it('are the version itself where nothing else is accepted', () => {
    expect(multiGroupVersioner(target)).toBe(target)
    expect(multiGroupVersioner(target, { group: 'mygroup', kind: '' })).toBe(target)
    expect(coercingMultiGroupVersioner(target).kindForGroupVersionKinds([])).toBeUndefined()
  })

  it('are identified by their selection', () => {
    expect(multiGroupVersioner(target, { group: 'a', kind: 'K' }, { group: 'b', kind: '' }).identifier).toBe(
      '{"accepted":"K.a,.b","coerce":"false","name":"multi","target":"mygroup/__internal"}',
    )
  })
})
