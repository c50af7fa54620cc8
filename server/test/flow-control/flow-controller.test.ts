import { MetricsRegistry } from '@apimachinery/client/metrics'
import { FlowSchema, type FlowSchemaSpec, PriorityLevelConfiguration } from 'apimachinery/api/flowcontrol/v1'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { FlowController } from '../../src/flow-control/flow-controller.js'

const estimate = { initialSeats: 1, finalSeats: 0, additionalLatency: 0 }
const level = (name: string, limitResponse: object = { type: 'Reject' }) =>
  new PriorityLevelConfiguration({
    metadata: { name, uid: `uid-${name}` },
    spec: { type: 'Limited', limited: { nominalConcurrencyShares: 10, limitResponse: limitResponse as never } },
  })
const queuing = { type: 'Queue', queuing: { queues: 4, handSize: 2, queueLengthLimit: 5 } }

/** A schema for all requests of a user, or of everybody with a star. */
function schema(name: string, user: string, more: Partial<FlowSchemaSpec> = {}): FlowSchema {
  const all = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }
  const rules = [{ subjects: [{ kind: 'User', user: { name: user } }], resourceRules: [all] }]
  return new FlowSchema({
    metadata: { name, uid: `uid-${name}` },
    spec: { priorityLevelConfiguration: { name: 'one' }, matchingPrecedence: 100, rules, ...more },
  })
}

function newController(levels: PriorityLevelConfiguration[], schemas: FlowSchema[]) {
  const clock = new FakeClock()
  const errors: unknown[] = []
  const mandatory = {
    levels: [level('catch-all')],
    schemas: [schema('catch-all', 'nobody', { priorityLevelConfiguration: { name: 'catch-all' } })],
  }
  const options = { concurrencyLimit: 20, mandatory, clock, registry: new MetricsRegistry() }
  const controller = new FlowController({ ...options, onError: (error) => errors.push(error) })
  controller.configure({ levels, schemas })
  return { controller, clock, errors }
}

const digestOf = (name: string, namespace = 'ns') => ({
  user: { name, uid: '', groups: [], extra: {} },
  info: { isResourceRequest: true, verb: 'get', resource: 'pods', subresource: '', apiGroup: '', namespace } as never,
})

describe('a request is of the schema', () => {
  const chosen = (schemas: FlowSchema[], user = 'a') =>
    newController([level('one')], schemas).controller.classify(digestOf(user)).schema

  it('that matches it, with its level', () => {
    const { controller } = newController([level('one')], [schema('b', 'b'), schema('a', 'a')])
    expect(controller.classify(digestOf('a'))).toMatchObject({
      ...{ schema: 'a', schemaUID: 'uid-a', levelUID: 'uid-one' },
      level: { name: 'one' },
    })
  })

  it('of the lowest precedence, and of the first name among equals', () => {
    const low = { matchingPrecedence: 5 }
    expect(chosen([schema('x', '*'), schema('y', '*', low)])).toBe('y')
    expect(chosen([schema('y', '*', low), schema('x', '*')])).toBe('y')
    expect(chosen([schema('y', '*'), schema('x', '*')])).toBe('x')
    expect(chosen([schema('x', '*'), schema('y', '*')])).toBe('x')
    expect(chosen([schema('x', '*'), schema('y', '*', { matchingPrecedence: undefined as never })])).toBe('y')
  })

  it('catch-all where none matches, or where the level of its schema is not there', () => {
    expect(chosen([schema('a', 'a'), schema('b', 'b')], 'c')).toBe('catch-all')
    expect(chosen([schema('a', 'a', { priorityLevelConfiguration: { name: 'gone' } })])).toBe('catch-all')
  })
})

describe('flows of a schema are told from each other', () => {
  const distinguisher = (type: string | undefined, limitResponse: object) => {
    const method = type === undefined ? {} : { distinguisherMethod: { type } }
    const { controller } = newController([level('one', limitResponse)], [schema('a', 'a', method)])
    return controller.classify(digestOf('a', 'space')).flow.distinguisher
  }

  it('by user or by namespace where there are queues for them', () => {
    expect(distinguisher('ByUser', queuing)).toBe('a')
    expect(distinguisher('ByNamespace', queuing)).toBe('space')
    expect(distinguisher(undefined, queuing)).toBe('')
    expect(distinguisher('ByUser', { type: 'Reject' })).toBe('')
  })
})

describe('a level that is removed', () => {
  const none = { levels: [], schemas: [] }

  it('is gone at once when it is idle', () => {
    const { controller } = newController([level('one')], [])
    expect([...controller.levels.keys()].sort()).toEqual(['catch-all', 'one'])
    controller.configure(none)
    expect([...controller.levels.keys()]).toEqual(['catch-all'])
  })

  it('is there until its last request has ended', () => {
    const { controller, clock } = newController([level('one')], [schema('a', 'a')])
    const classification = controller.classify(digestOf('a'))
    const [first, second] = [0, 1].map(() => controller.begin(digestOf('a'), classification, estimate))
    controller.configure(none)
    expect(controller.classify(digestOf('a')).schema).toBe('catch-all')
    for (const request of [first, second]) {
      expect([...controller.levels.keys()]).toContain('one')
      expect(request?.state).toBe('executing')
      controller.finish(classification, request!)
    }
    expect([...controller.levels.keys()]).toEqual(['catch-all'])
    controller.stop()
    expect(clock.pendingTimers).toBe(0)
  })

  it('that comes again meanwhile stays', () => {
    const { controller } = newController([level('one')], [schema('a', 'a')])
    const classification = controller.classify(digestOf('a'))
    const request = controller.begin(digestOf('a'), classification, estimate)
    controller.configure(none)
    controller.configure({ levels: [level('one')], schemas: [schema('a', 'a')] })
    controller.finish(classification, request!)
    expect([...controller.levels.keys()].sort()).toEqual(['catch-all', 'one'])
    expect(controller.classify(digestOf('a')).schema).toBe('a')
  })
})

it('a level that cannot be is told, and changes nothing', () => {
  const { controller, errors } = newController(
    [level('one', { type: 'Queue', queuing: { queues: 2, handSize: 8 } })],
    [],
  )
  expect(errors.map(String)).toEqual([expect.stringContaining('handSize 8 is greater than deckSize 2')])
  expect([...controller.levels.keys()]).toEqual(['catch-all'])
})

it('seats are lent anew every ten seconds, until the controller stops', () => {
  const { controller, clock } = newController([level('one')], [])
  controller.start()
  controller.start()
  expect(clock.pendingTimers).toBe(1)
  clock.step(10_000)
  expect(clock.pendingTimers).toBe(1)
  controller.stop()
  expect(clock.pendingTimers).toBe(0)
  clock.step(20_000)
  expect(clock.pendingTimers).toBe(0)
})
