import { describe, expect, it } from 'vitest'
import { alwaysAllow, alwaysDeny, privilegedGroups } from '../../src/authorization/always.js'
import type { Authorizer } from '../../src/authorization/authorizer.js'
import { unionAuthorizer, unionRuleResolver } from '../../src/authorization/union.js'
import { attributesOf } from './attributes.js'

const user = { name: 'a', uid: '', groups: ['f', 'masters'], extra: {} }

describe('authorizers that always answer the same', () => {
  it('allow everything, and say so in the rules', async () => {
    expect(await alwaysAllow.authorize(attributesOf())).toEqual({ decision: 'allow', reason: '' })
    expect(await alwaysAllow.rulesFor(user, 'ns')).toEqual({
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
      incomplete: false,
      errors: [],
    })
  })

  it('deny everything without being final, and have no rules', async () => {
    expect(await alwaysDeny.authorize(attributesOf())).toEqual({
      decision: 'no-opinion',
      reason: 'Everything is forbidden.',
    })
    const none = { resourceRules: [], nonResourceRules: [], incomplete: false, errors: [] }
    expect(await alwaysDeny.rulesFor(user, 'ns')).toEqual(none)
  })

  it('allow everything to one of their groups', async () => {
    const authorizer = privilegedGroups('masters', 'others')
    expect(await authorizer.authorize(attributesOf({ user }))).toEqual({ decision: 'allow', reason: '' })
    expect(await authorizer.authorize(attributesOf())).toEqual({ decision: 'no-opinion', reason: '' })
  })
})

// Facts of TestAuthorizationSecondPasses and its neighbours of k8s.io/apiserver/pkg/authorization/union.
describe('several authorizers', () => {
  const saying = (decision: 'allow' | 'deny' | 'no-opinion', reason: string, error?: unknown): Authorizer => ({
    authorize: async () => ({ decision, reason, ...(error !== undefined && { error }) }),
  })
  const told = (...members: Authorizer[]) => unionAuthorizer(...members).authorize(attributesOf())

  it('are asked until one decides', async () => {
    expect(await told(saying('no-opinion', 'x'), saying('allow', 'y'), saying('deny', 'z'))).toEqual({
      decision: 'allow',
      reason: 'y',
    })
    expect(await told(saying('deny', 'x'), saying('allow', 'y'))).toEqual({ decision: 'deny', reason: 'x' })
  })

  it('tell all their reasons and errors when none decides', async () => {
    expect(await told(saying('no-opinion', 'x'), saying('no-opinion', ''), saying('no-opinion', 'z'))).toEqual({
      decision: 'no-opinion',
      reason: 'x\nz',
    })
    const [first, second] = [new Error('one'), new Error('two')]
    const { error } = await told(saying('no-opinion', '', first), saying('no-opinion', '', second))
    expect(error).toMatchObject({ message: '[one, two]', errors: [first, second] })
  })

  it('have the rules of all', async () => {
    const one = { resourceRules: [{ verbs: ['a'] }], nonResourceRules: [], incomplete: true, errors: ['x'] }
    const two = {
      resourceRules: [{ verbs: ['b'] }],
      nonResourceRules: [{ verbs: ['c'] }],
      incomplete: false,
      errors: ['y'],
    }
    const resolvers = [one, two].map((rules) => ({ rulesFor: async () => rules }))
    expect(await unionRuleResolver(...resolvers).rulesFor(user, 'ns')).toEqual({
      resourceRules: [{ verbs: ['a'] }, { verbs: ['b'] }],
      nonResourceRules: [{ verbs: ['c'] }],
      incomplete: true,
      errors: ['x', 'y'],
    })
    const [, complete] = resolvers
    expect(await unionRuleResolver(complete!, complete!).rulesFor(user, 'ns')).toMatchObject({ incomplete: false })
  })
})
