import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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
  const policy = bootstrapPolicy()

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
