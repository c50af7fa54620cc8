import { Pod, ResourceQuota } from 'apimachinery/api/core/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { newConflict } from 'apimachinery/errors'
import { Quantity } from 'apimachinery/resource'
import { getAnnotations, getLabels, getName, type KubernetesObject } from 'apimachinery/runtime'
import { GroupVersionKind, GroupVersionResource } from 'apimachinery/schema'
import { systemClock } from 'apimachinery/wait'
import { expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/admission/attributes.js'
import type { LimitedResource } from '../../src/admission/plugins/resource-quota/configuration.js'
import {
  intersection,
  objectCountEvaluator,
  type QuotaEvaluator,
} from '../../src/admission/plugins/resource-quota/evaluator.js'
import { QuotaChecker } from '../../src/admission/plugins/resource-quota/quota-checker.js'
import type { EvaluatorRegistry } from '../../src/admission/plugins/resource-quota/registry.js'
import { amountsOf } from '../../src/admission/resource-amounts.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface Batch {
  /** How often writing a quota fails with a conflict, before it is changed by another. */
  readonly conflicts?: Readonly<Record<string, number>>
  readonly requests: readonly {
    readonly operation: AdmissionAttributes['operation']
    readonly subresource?: string
    readonly dryRun?: boolean
    readonly object: object
    readonly old?: object
    readonly error?: string
  }[]
  readonly used: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly writes: number
}

interface Session {
  readonly resource: string
  /** Go's names of fields. */
  readonly limited?:
    | readonly {
        readonly resource: string
        readonly MatchContains?: readonly string[]
        readonly matchScopes?: LimitedResource['matchScopes']
      }[]
    | null
  readonly quotas: readonly object[] | null
  readonly batches: readonly Batch[] | null
}

/** As the driver's: the usage of an object is in its annotations, its scopes are in its labels. */
const stated: QuotaEvaluator = {
  resource: { group: '', resource: 'pods' },
  scoped: true,
  handles: ({ operation, subresource }) =>
    ['CREATE', 'UPDATE'].includes(operation) && ['', 'status'].includes(subresource),
  matchingResources: (names) => intersection(names, ['cpu', 'memory', 'pods']),
  matchesScope({ scopeName, operator, values = [] }, object) {
    const value = getLabels(object)?.[scopeName]
    const present = value !== undefined
    const among = values.includes(value ?? '')
    if (operator === 'In') return present && among
    if (operator === 'NotIn') return !present || !among
    return present === (operator === 'Exists')
  },
  usage: (object) => amountsOf(getAnnotations(object) ?? {}),
  missing(required, object) {
    const stated = getAnnotations(object) ?? {}
    const absent = required.filter((name) => name !== 'pods' && !Object.hasOwn(stated, name)).sort()
    return absent.length === 0 ? undefined : `must specify ${absent.join(',')}`
  },
}

const evaluators: Readonly<Record<string, QuotaEvaluator>> = {
  pods: stated,
  configmaps: objectCountEvaluator({ group: '', resource: 'configmaps' }),
}

/** Quotas, of which some writes conflict. */
class ScriptedAccess {
  readonly quotas: ResourceQuota[]
  conflicts: Record<string, number> = {}
  writes = 0

  constructor(quotas: readonly object[]) {
    this.quotas = quotas.map((each) => new ResourceQuota(structuredClone(each)))
  }

  list(): readonly ResourceQuota[] {
    return this.quotas.map((each) => deepCopy(each))
  }

  async updateStatus(changed: ResourceQuota): Promise<void> {
    this.writes++
    const name = getName(changed)
    const own = this.quotas.find((each) => getName(each) === name) as ResourceQuota
    const conflicts = this.conflicts[name] ?? 0
    const { used = {} } = own.status ?? {}
    if (conflicts === 0) {
      own.status = { ...own.status, used: changed.status?.used ?? {} }
      return
    }
    this.conflicts[name] = conflicts - 1
    const more = Object.entries(used).map(([key, value]) => [
      key,
      Quantity.parse(value).add(Quantity.parse('1')).toString(),
    ])
    own.status = { ...own.status, used: Object.fromEntries(more) }
    throw newConflict({ group: '', resource: 'resourcequotas' }, name, new Error('it has changed'))
  }
}

function attributesOf(resource: string, request: Batch['requests'][number]): AdmissionAttributes {
  const object: KubernetesObject = new Pod(request.object)
  return {
    operation: request.operation,
    kind: new GroupVersionKind('', 'v1', 'Pod'),
    resource: new GroupVersionResource('', 'v1', resource),
    subresource: request.subresource ?? '',
    namespace: 'ns',
    name: getName(object),
    object,
    oldObject: request.old === undefined ? undefined : new Pod(request.old),
    dryRun: request.dryRun ?? false,
  } as AdmissionAttributes
}

const sessions = readVectors<Session[]>('quotas')

it(`${sessions.length} sessions: refusals and what is used are upstream’s`, async () => {
  for (const [index, { resource, limited, quotas, batches }] of sessions.entries()) {
    const access = new ScriptedAccess(quotas ?? [])
    const registry = { get: () => evaluators[resource] } as unknown as EvaluatorRegistry
    const checker = new QuotaChecker({
      access,
      registry,
      clock: systemClock,
      limited: (limited ?? []).map(({ resource: name, MatchContains = [], matchScopes = [] }) => ({
        resource: name,
        matchContains: MatchContains,
        matchScopes,
      })),
    })
    for (const [at, batch] of (batches ?? []).entries()) {
      access.conflicts = { ...batch.conflicts }
      access.writes = 0
      const answers = await Promise.allSettled(
        batch.requests.map((request) => checker.check(attributesOf(resource, request))),
      )
      const errors = answers.map((answer) => (answer.status === 'rejected' ? (answer.reason as Error).message : ''))
      const used = Object.fromEntries(access.quotas.map((each) => [getName(each), each.status?.used ?? {}]))
      const where = `session ${index}, batch ${at}: ${JSON.stringify({ limited, quotas, batch }, null, 1)}`
      expect({ errors, used }, where).toEqual({
        errors: batch.requests.map(({ error = '' }) => error),
        used: batch.used,
      })
      // Requests that come together are charged in one write, or in two where the first is on its way.
      if (batch.requests.length === 1) expect(access.writes, where).toBe(batch.writes)
    }
  }
})
