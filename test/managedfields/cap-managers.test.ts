import { describe, expect, it, vi } from 'vitest'
import { CapManagersManager } from '../../src/managedfields/field-manager/cap-managers-manager.js'
import type { Change, Manager, UpdateRequest } from '../../src/managedfields/field-manager/manager.js'
import { FieldSet } from '../../src/managedfields/field-path/field-set.js'
import {
  decodeManagedFields,
  encodeManagedFields,
  fieldSetOf,
  fieldSetToFieldsV1,
} from '../../src/managedfields/index.js'
import { PodTracker, podWith, podWithLabels } from './pod-tracker.js'

const passing: Manager = {
  update: ({ next, managed }: UpdateRequest): Change => ({ object: next, managed }),
  apply: ({ live, managed }): Change => ({ object: live, managed }),
}

/** An entry by name, version, hour and fields: `['old', 'v1', 2, 'ab']`. */
type Short = readonly [manager: string, apiVersion: string, hour: number, fields: string]

const entry = ([manager, apiVersion, hour, fields]: Short): Record<string, unknown> => ({
  manager,
  operation: 'Update',
  apiVersion,
  time: `2024-01-01T0${hour}:00:00Z`,
  fieldsType: 'FieldsV1',
  fieldsV1: fieldSetToFieldsV1(fieldSetOf(...[...fields].map((field) => [field]))),
})

function cap(entries: readonly Short[], max: number): unknown {
  const pod = podWith({})
  const managed = decodeManagedFields(entries.map(entry) as never)
  const request = { live: pod, next: pod, managed, manager: 'anybody' }
  return encodeManagedFields(new CapManagersManager(passing, max).update(request).managed)
}

const ancient = 'ancient-changes'

describe('the number of managers of updates', () => {
  it.each<[string, Short[], Short[]]>([
    [
      'one version',
      [
        ['m1', 'v1', 1, 'a'],
        ['m2', 'v1', 2, 'b'],
        ['m3', 'v1', 3, 'c'],
        ['m4', 'v1', 4, 'd'],
      ],
      [
        [ancient, 'v1', 2, 'ab'],
        ['m3', 'v1', 3, 'c'],
        ['m4', 'v1', 4, 'd'],
      ],
    ],
    [
      'one version with old changes',
      [
        [ancient, 'v1', 2, 'ab'],
        ['m3', 'v1', 3, 'c'],
        ['m4', 'v1', 4, 'd'],
        ['m5', 'v1', 5, 'e'],
      ],
      [
        [ancient, 'v1', 3, 'abc'],
        ['m4', 'v1', 4, 'd'],
        ['m5', 'v1', 5, 'e'],
      ],
    ],
    [
      'two versions',
      [
        ['m1', 'v1', 1, 'a'],
        ['m2', 'v2', 2, 'b'],
        ['m3', 'v1', 3, 'c'],
        ['m4', 'v1', 4, 'd'],
        ['m5', 'v1', 5, 'e'],
      ],
      [
        ['m2', 'v2', 2, 'b'],
        [ancient, 'v1', 4, 'acd'],
        ['m5', 'v1', 5, 'e'],
      ],
    ],
    [
      'three versions, one with old changes',
      [
        ['m2', 'v2', 2, 'b'],
        [ancient, 'v1', 4, 'acd'],
        ['m5', 'v1', 5, 'e'],
        ['m6', 'v3', 6, 'f'],
        ['m7', 'v2', 7, 'g'],
      ],
      [
        [ancient, 'v1', 5, 'acde'],
        ['m6', 'v3', 6, 'f'],
        [ancient, 'v2', 7, 'bg'],
      ],
    ],
    [
      'three versions, two with old changes',
      [
        [ancient, 'v1', 5, 'acde'],
        ['m6', 'v3', 6, 'f'],
        [ancient, 'v2', 7, 'bg'],
        ['m8', 'v3', 8, 'h'],
      ],
      [
        [ancient, 'v1', 5, 'acde'],
        [ancient, 'v2', 7, 'bg'],
        [ancient, 'v3', 8, 'fh'],
      ],
    ],
    [
      'more versions than managers are allowed',
      [
        [ancient, 'v1', 5, 'acde'],
        ['m6', 'v3', 6, 'f'],
        [ancient, 'v2', 7, 'bg'],
        ['m8', 'v4', 8, 'h'],
      ],
      [
        [ancient, 'v1', 5, 'acde'],
        ['m6', 'v3', 6, 'f'],
        [ancient, 'v2', 7, 'bg'],
        ['m8', 'v4', 8, 'h'],
      ],
    ],
  ])('is kept down: %s', (_, given, expected) => {
    const shuffled = [...given].reverse()
    expect(cap(shuffled, 3)).toEqual(expected.map(entry))
  })

  it('is ten by default, without appliers', () => {
    const pod = new PodTracker()
    const names: string[] = []
    for (let i = 0; i < 12; i++) {
      names.push(`label${i}`)
      pod.update(podWithLabels(...names), `manager${i}`)
      pod.tick()
    }
    pod.apply(podWithLabels('applied'), 'alpha')
    expect(pod.managers).toEqual(['alpha', ancient, ...Array.from({ length: 9 }, (_, i) => `manager${i + 3}`)])
    expect(pod.fieldsOf(ancient)).toEqual({
      'f:metadata': { 'f:labels': { '.': {}, 'f:label0': {}, 'f:label1': {}, 'f:label2': {} } },
    })
  })
})

describe('the time of what is put together', () => {
  const timesOf = (entries: readonly Record<string, unknown>[], max: number): unknown => {
    const pod = podWith({})
    const request = { live: pod, next: pod, managed: decodeManagedFields(entries as never), manager: 'anybody' }
    const encoded = encodeManagedFields(new CapManagersManager(passing, max).update(request).managed)
    return (encoded as { manager: string; time?: string }[]).map(({ manager, time }) => [manager, time])
  }
  const at = (short: Short, time: string | undefined) => {
    const { time: _, ...rest } = entry(short)
    return time === undefined ? rest : { ...rest, time }
  }

  it('is that of the most recent one', () => {
    const entries = [
      at(['m1', 'v1', 1, 'a'], '2024-01-01T01:00:00Z'),
      at(['m2', 'v1', 1, 'b'], '2024-01-01T01:00:07Z'),
      at(['m3', 'v1', 1, 'c'], '2024-01-01T01:00:59Z'),
    ]
    expect(timesOf(entries, 2)).toEqual([
      [ancient, '2024-01-01T01:00:07Z'],
      ['m3', '2024-01-01T01:00:59Z'],
    ])
    expect(timesOf(entries, 1)).toEqual([[ancient, '2024-01-01T01:00:59Z']])
  })

  it('is none where none of them has one', () => {
    const entries = [
      at(['m1', 'v1', 1, 'a'], undefined),
      at(['m2', 'v1', 1, 'b'], undefined),
      at(['m3', 'v1', 1, 'c'], '2024-01-01T01:00:00Z'),
    ]
    expect(timesOf(entries, 2)).toEqual([
      [ancient, undefined],
      ['m3', '2024-01-01T01:00:00Z'],
    ])
  })
})

describe('the oldest managers', () => {
  const managersOf = (entries: unknown): unknown =>
    (entries as { manager: string; time?: string }[]).map(({ manager, time }) => [manager, time])

  it('are, of the same second, those whose identifiers come first', () => {
    const capped = cap(
      [
        ['c', 'v1', 1, 'c'],
        ['a', 'v1', 1, 'a'],
        ['d', 'v1', 1, 'd'],
        ['b', 'v1', 1, 'b'],
      ],
      3,
    )
    expect(managersOf(capped)).toEqual([
      [ancient, '2024-01-01T01:00:00Z'],
      ['c', '2024-01-01T01:00:00Z'],
      ['d', '2024-01-01T01:00:00Z'],
    ])
  })

  it('are those without a time, and leave none where they are merged', () => {
    const untimed = ([manager, ...rest]: Short): Record<string, unknown> => {
      const { time: _, ...without } = entry([manager, ...rest])
      return without
    }
    const managed = decodeManagedFields([
      entry([ancient, 'v1', 2, 'a']),
      untimed(['b', 'v1', 0, 'b']),
      untimed(['c', 'v1', 0, 'c']),
      entry(['d', 'v1', 3, 'd']),
    ] as never)
    const pod = podWith({})
    const request = { live: pod, next: pod, managed, manager: 'anybody' }
    const capped = encodeManagedFields(new CapManagersManager(passing, 3).update(request).managed)
    expect(managersOf(capped)).toEqual([
      [ancient, undefined],
      ['b', undefined],
      ['d', '2024-01-01T03:00:00Z'],
    ])
  })
})

describe('thousands of managers of updates', () => {
  const managers = (count: number): Record<string, unknown>[] =>
    Array.from({ length: count }, (_, index) => ({
      ...entry([`m${index}`, 'v1', 1, '']),
      fieldsV1: fieldSetToFieldsV1(fieldSetOf([`field${index}`])),
    }))

  /** How many fields were read by the unions of sets. */
  function readFor(count: number): { read: number; left: number; fields: number } {
    const union = vi.spyOn(FieldSet.prototype, 'union')
    const pod = podWith({})
    const managed = decodeManagedFields(managers(count) as never)
    const capped = new CapManagersManager(passing).update({ live: pod, next: pod, managed, manager: 'anybody' }).managed
    const read = union.mock.contexts.reduce<number>(
      (sum, context, index) => sum + (context as FieldSet).size + (union.mock.calls[index] as [FieldSet])[0].size,
      0,
    )
    union.mockRestore()
    return {
      read,
      left: capped.fields.size,
      fields: [...capped.fields.values()].reduce((n, { set }) => n + set.size, 0),
    }
  }

  it.each([100, 1000, 4000])('are put together in steps that do not grow with their square: %d', (count) => {
    const { read, left, fields } = readFor(count)
    expect([left, fields]).toEqual([10, count])
    expect(read).toBeLessThan(2 * count * Math.ceil(Math.log2(count)))
  })
})
