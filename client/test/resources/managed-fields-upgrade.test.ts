import { fieldSetFromFieldsV1 } from 'apimachinery/managedfields'
import { Unstructured } from 'apimachinery/runtime'
import { describe, expect, it } from 'vitest'
import {
  findFieldsOwners,
  type ManagedFieldsEntry,
  upgradeManagedFields,
  upgradeManagedFieldsPatch,
} from '../../src/resources/managed-fields-upgrade.js'

const annotation = { 'f:metadata': { 'f:annotations': { 'f:kubectl.kubernetes.io/last-applied-configuration': {} } } }
const entry = (manager: string, operation: string, fieldsV1: object): ManagedFieldsEntry => ({
  manager,
  operation,
  apiVersion: 'v1',
  fieldsV1,
})
const csa = 'kubectl-client-side-apply'
const upgrade = { from: [csa], to: 'kubectl' }

describe('owners of fields', () => {
  it('are those of the operation that own all of them', () => {
    const entries = [
      entry('a', 'Apply', annotation),
      entry('b', 'Update', { ...annotation, 'f:data': { 'f:x': {} } }),
      entry('c', 'Update', { 'f:data': { 'f:x': {} } }),
      entry('broken', 'Update', { nonsense: [] }),
    ]
    const found = (operation: 'Apply' | 'Update') =>
      findFieldsOwners(entries, operation, fieldSetFromFieldsV1(annotation)).map(({ manager }) => manager)
    expect(found('Apply')).toEqual(['a'])
    expect(found('Update')).toEqual(['b'])
  })
})

describe('an upgrade of managed fields', () => {
  const data = (...keys: string[]) => ({ 'f:data': Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) })

  it('unites the entry of the update with that of the apply', () => {
    const entries = [
      entry(csa, 'Update', data('a', 'b')),
      { ...entry('kubectl', 'Apply', data('c')), ...{ time: 't' } },
    ]
    expect(upgradeManagedFields(entries, upgrade)).toEqual([
      { ...entry('kubectl', 'Apply', data('a', 'b', 'c')), ...{ time: 't' } },
    ])
  })

  it('makes an apply of the newest update where there is none', () => {
    const entries = [entry(csa, 'Update', data('a')), entry('other', 'Update', data('x'))]
    expect(upgradeManagedFields(entries, upgrade)).toEqual([
      entry('kubectl', 'Apply', data('a')),
      entry('other', 'Update', data('x')),
    ])
  })

  it('drops updates of other versions, and takes over several managers', () => {
    const entries = [
      { ...entry(csa, 'Update', data('a')), ...{ apiVersion: 'v2' } },
      entry('kubectl', 'Apply', data('c')),
      entry('before-first-apply', 'Update', data('d')),
    ]
    expect(upgradeManagedFields(entries, { from: [csa, 'before-first-apply'], to: 'kubectl' })).toEqual([
      entry('kubectl', 'Apply', data('c', 'd')),
    ])
  })

  it('leaves the entries of other sub-resources alone', () => {
    const status = { ...entry(csa, 'Update', data('s')), ...{ subresource: 'status' } }
    expect(upgradeManagedFields([entry(csa, 'Update', data('a')), status], upgrade)).toEqual([
      entry('kubectl', 'Apply', data('a')),
      status,
    ])
    expect(upgradeManagedFields([status], { ...upgrade, subresource: 'status' })).toEqual([
      { ...entry('kubectl', 'Apply', data('s')), ...{ subresource: 'status' } },
    ])
  })

  it('is a patch that fails on conflict, and nothing where nothing changes', () => {
    const object = (managedFields: readonly ManagedFieldsEntry[]) =>
      new Unstructured({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'm', resourceVersion: '7', managedFields },
      })
    expect(upgradeManagedFieldsPatch(object([entry('kubectl', 'Apply', data('a'))]), upgrade)).toBeUndefined()
    expect(upgradeManagedFieldsPatch(object([entry(csa, 'Update', data('a'))]), upgrade)?.body).toEqual([
      { op: 'replace', path: '/metadata/managedFields', value: [entry('kubectl', 'Apply', data('a'))] },
      { op: 'replace', path: '/metadata/resourceVersion', value: '7' },
    ])
  })
})
