import { type FieldSet, fieldSetFromFieldsV1, fieldSetToFieldsV1 } from 'apimachinery/managedfields'
import { PatchType } from 'apimachinery/patch'
import { getManagedFields, getResourceVersion, type Unstructured } from 'apimachinery/runtime'
import type { Patch } from '../rest/call-options.js'

/** An entry of `metadata.managedFields`. */
export interface ManagedFieldsEntry {
  readonly manager?: string
  readonly operation?: string
  readonly apiVersion?: string
  readonly subresource?: string
  readonly fieldsV1?: object
}

/** Which managers become which. */
export interface UpgradeOptions {
  /** Managers of updates, whose fields are transferred. */
  readonly from: Iterable<string>
  /** The manager of server-side applies that gets them. */
  readonly to: string
  /** Only entries of this sub-resource. Default: those of the object itself. */
  readonly subresource?: string | undefined
}

/** The entries of an operation that own every one of `fields`. Entries that cannot be read are left out. */
export function findFieldsOwners(
  entries: readonly ManagedFieldsEntry[],
  operation: 'Apply' | 'Update',
  fields: FieldSet,
): ManagedFieldsEntry[] {
  return entries.filter((entry) => {
    if (entry.operation !== operation) return false
    try {
      return fields.difference(entryFieldSet(entry)).isEmpty
    } catch {
      return false
    }
  })
}

/**
 * The entries in which the fields of client-side applies belong to a manager of server-side applies: fields that the next
 * manifest leaves out are then removed. The manager's own entry gets the fields of the update in the same version; without one
 * the newest update becomes it.
 *
 * Source: `UpgradeManagedFields` of k8s.io/client-go/util/csaupgrade.
 * @throws MachineryError `InvalidFieldsV1`
 */
export function upgradeManagedFields(
  entries: readonly ManagedFieldsEntry[],
  { from, to, subresource = '' }: UpgradeOptions,
): ManagedFieldsEntry[] {
  let upgraded = [...entries]
  for (const manager of from) upgraded = upgradeOne(upgraded, { manager, to, subresource })
  return upgraded
}

/** The patch that makes {@link upgradeManagedFields} on the server, unless the object has changed; `undefined` when nothing changes. */
export function upgradeManagedFieldsPatch(object: Unstructured, options: UpgradeOptions): Patch | undefined {
  const before = managedFieldsOf(object)
  const after = upgradeManagedFields(before, options)
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined
  return {
    type: PatchType.JSON,
    body: [
      { op: 'replace', path: '/metadata/managedFields', value: after.length === 0 ? null : after },
      // A replacement, since a failed test would be an invalid request, and this is a conflict.
      { op: 'replace', path: '/metadata/resourceVersion', value: getResourceVersion(object) },
    ],
  }
}

/** The managed fields of an object; empty if it has none. */
export function managedFieldsOf(object: Unstructured): readonly ManagedFieldsEntry[] {
  return getManagedFields(object)
}

function upgradeOne(
  entries: readonly ManagedFieldsEntry[],
  { manager, to, subresource }: { readonly manager: string; readonly to: string; readonly subresource: string },
): ManagedFieldsEntry[] {
  const isOf = (entry: ManagedFieldsEntry, name: string, operation: string): boolean =>
    entry.manager === name && entry.operation === operation && (entry.subresource ?? '') === subresource
  const own = entries.findIndex((entry) => isOf(entry, to, 'Apply'))
  const target = own >= 0 ? own : entries.findIndex((entry) => isOf(entry, manager, 'Update'))
  const current = entries[target]
  if (current === undefined) return [...entries]
  const update = entries.find((entry) => isOf(entry, manager, 'Update') && entry.apiVersion === current.apiVersion)
  const fields = update === undefined ? entryFieldSet(current) : entryFieldSet(current).union(entryFieldSet(update))
  const merged = { ...current, manager: to, operation: 'Apply', fieldsV1: fieldSetToFieldsV1(fields) as object }
  return entries
    .map((entry, index) => (index === target ? merged : entry))
    .filter((entry) => !isOf(entry, manager, 'Update'))
}

function entryFieldSet({ fieldsV1 = {} }: ManagedFieldsEntry): FieldSet {
  return fieldSetFromFieldsV1(fieldsV1 as never)
}
