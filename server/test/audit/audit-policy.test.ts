import { describe, expect, it } from 'vitest'
import { parseAuditPolicy } from '../../src/audit/read-audit-policy.js'
import type { AuthorizationAttributes } from '../../src/authorization/authorizer.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface Asked {
  readonly user: string
  readonly groups: readonly string[]
  readonly verb: string
  readonly namespace: string
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
  readonly isResource: boolean
  readonly path: string
}

interface Answer {
  readonly asked: number
  readonly level: string
  readonly omitStages: readonly string[]
  readonly omitManagedFields: boolean
}

interface Row {
  readonly policy: string
  readonly error?: string
  readonly answers?: readonly Answer[]
}

const { asked, policies } = readVectors<{ asked: readonly Asked[]; policies: readonly Row[] }>('audit-policies')

function attributesOf({ user, groups, group, isResource, ...rest }: Asked): AuthorizationAttributes {
  return {
    ...rest,
    user: { name: user, uid: '', groups, extra: {} },
    apiGroup: group,
    isResourceRequest: isResource,
  } as unknown as AuthorizationAttributes
}

describe('audit policies, as k8s.io/apiserver reads them', () => {
  it.each(policies.filter(({ error }) => error !== undefined))('refuses %j', ({ policy, error = '' }) => {
    // Words about JSON and YAML that do not fit Go's types are Go's own.
    expect(() => parseAuditPolicy(policy)).toThrow(error.startsWith('failed decoding') ? 'failed decoding' : error)
  })

  it('keeps as much of a request', () => {
    const read = policies.filter(({ error }) => error === undefined)
    expect(read.length).toBeGreaterThan(40)
    for (const { policy, answers = [] } of read) {
      const ours = parseAuditPolicy(policy)
      for (const answer of answers) {
        const { level, omitStages, omitManagedFields } = ours.configFor(attributesOf(asked[answer.asked] as Asked))
        const what = { level, omitStages: [...omitStages].sort(), omitManagedFields }
        expect(what, policy).toEqual({
          level: answer.level,
          omitStages: [...new Set(answer.omitStages)].sort(),
          omitManagedFields: answer.omitManagedFields,
        })
      }
    }
  })
})
