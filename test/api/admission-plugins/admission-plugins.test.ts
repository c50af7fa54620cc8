import { describe, expect, it } from 'vitest'
import type { Lister } from '../../../src/api/admission-plugins/cluster-facts.js'
import { addDefaultTolerations } from '../../../src/api/admission-plugins/default-toleration-seconds.js'
import { addNotReadyTaint } from '../../../src/api/admission-plugins/node-taint.js'
import { keepPriority, setPriority, validatePriorityClass } from '../../../src/api/admission-plugins/priority.js'
import { covers, mergeTolerations } from '../../../src/api/admission-plugins/tolerations.js'
import { Node, Pod, type PodSpec } from '../../../src/api/core/v1/types.gen.js'
import { PriorityClass } from '../../../src/api/scheduling/v1/types.gen.js'

const pod = (spec: Partial<PodSpec>): Pod => new Pod({ metadata: { name: 'p' }, spec: { containers: [], ...spec } })
const lister = (...classes: readonly PriorityClass[]): { priorityClasses: Lister<PriorityClass> } => ({
  priorityClasses: { get: (_, name) => classes.find(({ metadata }) => metadata?.name === name), list: () => classes },
})
const priorityClass = (name: string, value: number, globalDefault = false) =>
  new PriorityClass({ metadata: { name }, value, globalDefault })

describe('priority', () => {
  it('is that of the class, of the lowest default class, or none', () => {
    const facts = lister(priorityClass('high', 7), priorityClass('b', 5, true), priorityClass('a', 3, true))
    const [named, unnamed, without] = [pod({ priorityClassName: 'high' }), pod({}), pod({})]
    setPriority(named, facts)
    setPriority(unnamed, facts)
    setPriority(without, lister())
    expect(named.spec).toMatchObject({ priority: 7, preemptionPolicy: 'PreemptLowerPriority' })
    expect(unnamed.spec).toMatchObject({ priority: 3, priorityClassName: 'a' })
    expect(without.spec).toMatchObject({ priority: 0 })
    expect(without.spec).not.toHaveProperty('priorityClassName')
  })

  it('is set where a pod has no spec', () => {
    const bare = new Pod({ metadata: { name: 'p' } })
    setPriority(bare, lister())
    expect(bare.spec).toEqual({ containers: [], priority: 0, preemptionPolicy: 'PreemptLowerPriority' })
  })

  it.each([
    [{ priorityClassName: 'gone' }, 'no PriorityClass with name gone was found'],
    [
      { priority: 1 },
      'the integer value of priority (1) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
    ],
    [
      { preemptionPolicy: 'Never' },
      'the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority admission controller computed PreemptLowerPriority from the given PriorityClass name',
    ],
  ])('refuses %o', (spec, reason) => {
    expect(() => setPriority(pod(spec), lister())).toThrow(`pods "p" is forbidden: ${reason}`)
  })

  it('names what the name of a pod will begin with', () => {
    const unnamed = (metadata: object) => new Pod({ metadata, spec: { containers: [], priorityClassName: 'gone' } })
    expect(() => setPriority(unnamed({ generateName: 'web-' }), lister())).toThrow('pods "web-" is forbidden')
    expect(() => setPriority(unnamed({}), lister())).toThrow('pods "Unknown" is forbidden')
  })

  it('stays where an update leaves it out', () => {
    const [left, given] = [pod({}), pod({ priority: 2 })]
    for (const each of [left, given]) keepPriority(each, pod({ priority: 9, preemptionPolicy: 'Never' }))
    expect(left.spec).toMatchObject({ priority: 9, preemptionPolicy: 'Never' })
    expect(given.spec).toMatchObject({ priority: 2, preemptionPolicy: 'Never' })
  })

  it('has one default class', () => {
    const facts = lister(priorityClass('first', 1, true))
    const reason =
      'priorityclasses.scheduling.k8s.io "second" is forbidden: PriorityClass first is already marked as default. Only one default can exist'
    const [first, second] = [priorityClass('first', 2, true), priorityClass('second', 2, true)]
    expect(() => validatePriorityClass(second, undefined, facts)).toThrow(reason)
    expect(() => validatePriorityClass(second, second, facts)).toThrow(reason)
    expect(() => validatePriorityClass(first, undefined, facts)).toThrow('already marked as default')
    expect(() => validatePriorityClass(first, first, facts)).not.toThrow()
    expect(() => validatePriorityClass(priorityClass('second', 2), undefined, facts)).not.toThrow()
  })
})

describe('tolerations of outages', () => {
  const keysOf = ({ spec }: Pod) => spec?.tolerations?.map(({ key }) => key)
  const [notReady, unreachable] = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

  it('are added with their own seconds', () => {
    const bare = new Pod({})
    addDefaultTolerations(bare, { notReady: 3, unreachable: 4 })
    const toleration = { operator: 'Exists', effect: 'NoExecute' }
    expect(bare.spec?.tolerations).toEqual([
      { ...toleration, key: notReady, tolerationSeconds: 3 },
      { ...toleration, key: unreachable, tolerationSeconds: 4 },
    ])
  })

  it.each([
    [{ operator: 'Exists' }, [undefined]],
    [{ key: notReady, operator: 'Exists' }, [notReady, unreachable]],
    [{ key: unreachable, effect: 'NoExecute', operator: 'Exists' }, [unreachable, notReady]],
    [{ key: notReady, effect: 'NoSchedule', operator: 'Exists' }, [notReady, notReady, unreachable]],
    [{ key: 'other', operator: 'Exists' }, ['other', notReady, unreachable]],
  ])('are added to %o where it does not cover them', (toleration, keys) => {
    const object = pod({ tolerations: [toleration] })
    addDefaultTolerations(object, { notReady: 300, unreachable: 300 })
    expect(keysOf(object)).toEqual(keys)
  })
})

it('a new node is tainted once', () => {
  const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }
  const [bare, other] = [
    new Node({}),
    new Node({
      spec: {
        taints: [
          { ...taint, effect: 'NoExecute' },
          { key: 'k', effect: 'NoSchedule' },
        ],
      },
    }),
  ]
  for (const node of [bare, bare, other]) addNotReadyTaint(node)
  expect(bare.spec?.taints).toEqual([taint])
  expect(other.spec?.taints).toHaveLength(3)
})

describe('merged tolerations', () => {
  const exists = { key: 'k', operator: 'Exists' }

  it.each([
    [exists, { ...exists, effect: 'NoExecute', tolerationSeconds: 1 }, true],
    [{ operator: 'Exists' }, exists, true],
    [{ ...exists, effect: 'NoSchedule' }, { ...exists, effect: 'NoExecute' }, false],
    [{ key: 'k', value: 'v' }, { key: 'k', operator: 'Equal', value: 'v' }, true],
    [{ key: 'k', value: 'v' }, { key: 'k', operator: 'Gt', value: 'v' }, false],
    [
      { ...exists, effect: 'NoExecute', tolerationSeconds: 5 },
      { ...exists, effect: 'NoExecute', tolerationSeconds: 5 },
      true,
    ],
    [
      { ...exists, effect: 'NoExecute', tolerationSeconds: 5 },
      { ...exists, effect: 'NoExecute', tolerationSeconds: 6 },
      false,
    ],
    [{ ...exists, effect: 'NoExecute', tolerationSeconds: 5 }, { ...exists, effect: 'NoExecute' }, false],
  ])('%o covers %o: %s', (wider, narrower, wanted) => {
    expect(covers(wider, narrower)).toBe(wanted)
  })

  it('are without what others cover, and once where they are the same', () => {
    const narrow = { ...exists, effect: 'NoSchedule' }
    expect(mergeTolerations([narrow], [{ ...narrow, value: '' }])).toEqual([narrow])
    expect(mergeTolerations([narrow, { key: 'a' }], [exists])).toEqual([{ key: 'a' }, exists])
  })
})
