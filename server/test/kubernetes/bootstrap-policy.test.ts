import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FeatureGates, releaseOf } from 'apimachinery/api/releases'
import { describe, expect, it } from 'vitest'
import { bootstrapPolicy } from '../../src/kinds/rbac/bootstrap-policy.js'

const captured = (name: string): string =>
  fileURLToPath(new URL(`../../../../shared/capture/bootstrap/${name}.txt`, import.meta.url))

interface Item {
  readonly metadata: Record<string, unknown>
}

function recorded(name: string): unknown[] {
  const text = readFileSync(captured(name), 'utf8')
  const { items } = JSON.parse(text.slice(text.indexOf('\n{') + 1, text.lastIndexOf('}') + 1)) as { items: Item[] }
  return items.map(({ metadata, ...rest }) => {
    const { uid: _uid, resourceVersion: _version, creationTimestamp: _time, managedFields: _fields, ...kept } = metadata
    return { metadata: kept, ...rest }
  })
}

// The recorded responses of a real server are outside of the repository.
describe.skipIf(!existsSync(captured('clusterroles')))('the bootstrap policy', () => {
  const release = releaseOf('1.36')
  const policy = bootstrapPolicy({ release, featureEnabled: new FeatureGates({ release }).enabled })

  it.each([
    ['clusterroles', policy.clusterRoles],
    ['clusterrolebindings', policy.clusterRoleBindings],
    ['roles', policy.roles],
    ['rolebindings', policy.roleBindings],
  ] as const)('has the %s of a new cluster', (name, objects) => {
    const byName = (object: unknown): string => {
      const { metadata } = object as { metadata: { namespace?: string; name: string } }
      return `${metadata.namespace ?? ''}/${metadata.name}`
    }
    const sorted = (items: readonly unknown[]): unknown[] => [...items].sort((a, b) => (byName(a) < byName(b) ? -1 : 1))
    const plain = (JSON.parse(JSON.stringify(objects)) as object[]).map((object) => ({
      ...object,
      apiVersion: undefined,
      kind: undefined,
    }))
    expect(sorted(plain)).toEqual(sorted(recorded(name)))
  })
})

describe('the bootstrap policy of a release', () => {
  const withGates = (release: string, ...on: string[]) =>
    bootstrapPolicy({ release: releaseOf(release), featureEnabled: (gate) => on.includes(gate) })
  const rulesOf = (policy: ReturnType<typeof bootstrapPolicy>, name: string) =>
    policy.clusterRoles.find(({ metadata }) => metadata?.name === name)?.rules
  const leases = { verbs: ['get', 'list', 'watch'], apiGroups: ['coordination.k8s.io'], resources: ['leases'] }
  const services = { verbs: ['get'], apiGroups: [''], resources: ['services'] }

  it('has rules from the release on that added them, and until the last that had them', () => {
    const name = 'system:controller:expand-controller'
    expect(rulesOf(withGates('1.35'), name)).toContainEqual(services)
    expect(rulesOf(withGates('1.36'), name)).not.toContainEqual(services)
    expect(rulesOf(withGates('1.36'), 'system:controller:node-controller')).not.toContainEqual(leases)
    expect(rulesOf(withGates('1.37'), 'system:controller:node-controller')).toContainEqual(leases)
  })

  it('has roles, their bindings and their rules where gates are on', () => {
    const name = 'system:controller:podgroup-protection-controller'
    expect(rulesOf(withGates('1.37'), name)).toBeUndefined()
    const policy = withGates('1.37', 'GenericWorkload')
    expect(rulesOf(policy, name)).toHaveLength(2)
    expect(policy.clusterRoleBindings.find(({ metadata }) => metadata?.name === name)?.subjects).toEqual([
      { kind: 'ServiceAccount', name: 'podgroup-protection-controller', namespace: 'kube-system' },
    ])
    expect(rulesOf(withGates('1.35', 'GenericWorkload'), name)).toBeUndefined()
  })

  it('opens the paths of gates to those who monitor', () => {
    const paths = (...on: string[]) => rulesOf(withGates('1.37', ...on), 'system:monitoring')?.[0]?.nonResourceURLs
    expect(paths()).not.toContain('/flagz')
    expect(paths('ComponentFlagz')).toContain('/flagz')
    expect(paths('ComponentFlagz')).not.toContain('/statusz')
  })
})
