import { expect, it } from 'vitest'
import { validateResourceQuota } from '../../../../src/api/core/resource-quota/validation.js'
import { ResourceQuota, type ResourceQuotaSpec } from '../../../../src/api/core/v1/types.gen.js'

const metadata = { name: 'q', namespace: 'n' }

/** How often the resources of a quota are gone through. */
function readings(spec: ResourceQuotaSpec): number {
  let count = 0
  const hard = new Proxy<Record<string, string>>(
    { pods: '1', 'count/a.b': '1' },
    {
      ownKeys(target) {
        count++
        return Reflect.ownKeys(target)
      },
    },
  )
  const quota = new ResourceQuota({ metadata, spec })
  validateResourceQuota({ ...quota, spec: { ...spec, hard } } as ResourceQuota)
  return count
}

const many = 50
const expression = { scopeName: 'BestEffort', operator: 'Exists' }

// Each of a quota's resources with each of its scopes held the thread for minutes.
it.each<[string, (count: number) => ResourceQuotaSpec]>([
  ['scopes', (count) => ({ scopes: Array.from({ length: count }, () => 'BestEffort') })],
  ['different scopes', (count) => ({ scopes: ['Terminating', 'NotBestEffort'].slice(0, count) })],
  ['selectors', (count) => ({ scopeSelector: { matchExpressions: Array.from({ length: count }, () => expression) } })],
])('resources are gone through as often for many %s as for one', (_name, specOf) => {
  expect(readings(specOf(1))).toBeGreaterThan(0)
  expect(readings(specOf(many))).toBe(readings(specOf(1)))
})

it('resources outside of a scope are errors for each time that it is named', () => {
  const spec = {
    hard: { services: '1', 'count/a.b': '1', pods: '1' },
    scopes: ['BestEffort', 'BestEffort', 'Terminating'],
  }
  const errors = validateResourceQuota(new ResourceQuota({ metadata, spec }))
  expect(errors.map(({ field, detail }) => [field, detail])).toEqual(
    Array.from({ length: 3 }, () => ['spec.scopes', 'unsupported scope applied to resource']),
  )
})

it('are told ten thousand times at most', () => {
  const hard = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`hugepages-${i + 1}Mi`, '1']))
  const scopes = Array.from({ length: 200 }, () => 'BestEffort')
  const errors = validateResourceQuota(new ResourceQuota({ metadata, spec: { hard, scopes } }))
  expect(errors.filter(({ detail }) => detail === 'unsupported scope applied to resource')).toHaveLength(10_000)
})
