import { describe, expect, it } from 'vitest'
import { Node } from '../../src/api/core/v1/types.gen.js'
import { IngressClass } from '../../src/api/networking/v1/types.gen.js'
import { releaseOf } from '../../src/api/releases/release.js'
import { StorageClass, StorageClassList } from '../../src/api/storage/v1/types.gen.js'
import { builtInTableConvertor } from '../../src/api/tables/built-in-tables.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'

/** What a release shows of an object in a column. */
async function cellsOf(object: KubernetesObject, [release, column]: readonly [string, string]) {
  const type = object.constructor as typeof Node
  const { group, kind } = type.groupVersionKind
  const shown = { group, kind: kind.replace(/List$/, ''), release: releaseOf(release) }
  const { columnDefinitions, rows } = (await builtInTableConvertor(shown)).convertToTable(object)
  const at = columnDefinitions.findIndex(({ name }) => name === column)
  return rows.map(({ cells }) => cells[at])
}

// Facts of pkg/printers/internalversion of Kubernetes in three releases.
describe('tables of a release', () => {
  const isDefault = { 'storageclass.kubernetes.io/is-default-class': 'true' }
  const storageClass = (name: string, creationTimestamp: string, annotations?: Record<string, string>) =>
    new StorageClass({ metadata: { name, creationTimestamp, annotations }, provisioner: 'p' } as never)
  const items = [
    storageClass('old', '2026-01-01T00:00:00Z', isDefault),
    storageClass('b', '2026-01-02T00:00:00Z', isDefault),
    storageClass('a', '2026-01-02T00:00:00Z', isDefault),
    storageClass('other', '2026-01-03T00:00:00Z'),
  ]
  const list = new StorageClassList({ items })

  it('mark the storage class that is the default, among others', async () => {
    expect(await cellsOf(list, ['1.37', 'Name'])).toEqual(['old', 'b', 'a (default)', 'other'])
    expect(await cellsOf(list, ['1.36', 'Name'])).toEqual(['old (default)', 'b (default)', 'a (default)', 'other'])
    expect(await cellsOf(items[0] as StorageClass, ['1.37', 'Name'])).toEqual(['old'])
    expect(await cellsOf(items[0] as StorageClass, ['1.36', 'Name'])).toEqual(['old (default)'])
  })

  it('mark the default ingress class from the release on that began to', async () => {
    const annotations = { 'ingressclass.kubernetes.io/is-default-class': 'true' }
    const ingressClass = new IngressClass({ metadata: { name: 'i', annotations } })
    expect(await cellsOf(ingressClass, ['1.36', 'Name'])).toEqual(['i (default)'])
    expect(await cellsOf(ingressClass, ['1.35', 'Name'])).toEqual(['i'])
  })

  it('show the architecture with the kernel from the release on that began to', async () => {
    const nodeInfo = { kernelVersion: '6.1', architecture: 'arm64' }
    const node = new Node({ metadata: { name: 'n' }, status: { nodeInfo } } as never)
    expect(await cellsOf(node, ['1.36', 'Kernel-Version'])).toEqual(['6.1 (arm64)'])
    expect(await cellsOf(node, ['1.35', 'Kernel-Version'])).toEqual(['6.1'])
  })

  it('describe columns as the release did', async () => {
    const describe = async (release: string) => {
      const shown = { group: 'rbac.authorization.k8s.io', kind: 'RoleBinding', release: releaseOf(release) }
      const { columnDefinitions } = (await builtInTableConvertor(shown)).convertToTable(new Node({}))
      return columnDefinitions[1]?.description.slice(0, 8)
    }
    expect([await describe('1.35'), await describe('1.36'), await describe('1.37')]).toEqual([
      'RoleRef ',
      'RoleRef ',
      'roleRef ',
    ])
  })
})
