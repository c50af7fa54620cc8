import { isConflict, messageOf } from 'apimachinery/errors'
import { type FieldSet, fieldSetFromFieldsV1 } from 'apimachinery/managedfields'
import { PatchType } from 'apimachinery/patch'
import type { Unstructured } from 'apimachinery/runtime'
import type { PatchCallOptions } from '../rest/call-options.js'
import type { ResourceClient } from '../rest/resource-client.js'
import { lastApplied, lastAppliedAnnotation } from './last-applied.js'
import { findFieldsOwners, managedFieldsOf, upgradeManagedFieldsPatch } from './managed-fields-upgrade.js'
import type { ObjectInfo } from './object-info.js'

/** Default manager of server-side applies of the command. */
export const serverSideManager = 'kubectl'
/** Manager of the annotation of client-side applies, which is kept for a way back. */
const annotationManager = 'kubectl-last-applied'
const attempts = 5

/** What is migrated. */
export interface Migration {
  readonly resource: ResourceClient<Unstructured>
  readonly info: ObjectInfo
  readonly options: PatchCallOptions & { readonly fieldManager: string }
  readonly onWarning: ((message: string) => void) | undefined
  /** Applies again, so that fields go which the manifest no longer has. */
  readonly applyAgain: () => Promise<Unstructured>
}

/**
 * Transfers the fields of client-side apply to server-side apply; returns the state of the object after that. What fails is told
 * as a warning, and tried again with the next apply.
 */
export async function migrateToServerSide(applied: Unstructured, migration: Migration): Promise<Unstructured> {
  const warn = (what: string, error: unknown): void =>
    migration.onWarning?.(
      `Warning: ${what}. This is non-fatal and will be retried next time you apply. Error: ${messageOf(error)}`,
    )
  let object = applied
  try {
    object = await keepAnnotation(object, migration)
  } catch (error) {
    warn(`failed to migrate ${lastAppliedAnnotation} for Server-Side Apply`, error)
    return object
  }
  let migrated: Unstructured | undefined
  try {
    migrated = await transferFields(object, migration)
  } catch (error) {
    warn('server rejected managed fields migration to Server-Side Apply', error)
  }
  if (migrated === undefined) return object
  try {
    return await migration.applyAgain()
  } catch (error) {
    warn('failed to re-apply configuration after performing Server-Side Apply migration', error)
    return migrated
  }
}

const annotationField = (): FieldSet =>
  fieldSetFromFieldsV1({ 'f:metadata': { 'f:annotations': { [`f:${lastAppliedAnnotation}`]: {} } } })

/** Gives the annotation a manager of its own, without which the next apply would remove it. */
async function keepAnnotation(object: Unstructured, { resource, info, options }: Migration): Promise<Unstructured> {
  const text = lastApplied(object)
  if (options.fieldManager !== serverSideManager || text === undefined) return object
  if (findFieldsOwners(managedFieldsOf(object), 'Apply', annotationField()).length > 0) return object
  const { name, namespace, mapping } = info
  const { apiVersion, kind } = mapping.groupVersionKind.toAPIVersionAndKind()
  const annotations = { [lastAppliedAnnotation]: text }
  const body = { apiVersion, kind, metadata: { name, ...(namespace !== '' && { namespace }), annotations } }
  return resource.patch(
    name,
    { type: PatchType.Apply, body },
    { ...options, fieldManager: annotationManager, force: undefined },
  )
}

/** Moves the fields of the managers that wrote the annotation; undefined when there is nothing to move. */
async function transferFields(
  first: Unstructured,
  { resource, info, options }: Migration,
): Promise<Unstructured | undefined> {
  const owners = findFieldsOwners(managedFieldsOf(first), 'Update', annotationField())
  const from = new Set(owners.map(({ manager = '' }) => manager))
  let object = first
  for (let attempt = 1; ; attempt++) {
    const patch = upgradeManagedFieldsPatch(object, { from, to: options.fieldManager })
    if (patch === undefined) return undefined
    try {
      return await resource.patch(info.name, patch, { ...options, force: undefined })
    } catch (error) {
      if (!isConflict(error) || attempt >= attempts) throw error
      object = await resource.get(info.name, { signal: options.signal })
    }
  }
}
