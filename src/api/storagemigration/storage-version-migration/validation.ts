import { deepEqual } from '../../../descriptor/deep-equal.js'
import { isDNS1035Label, isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateConditions } from '../../validation/conditions.js'
import { structsOf } from '../../validation/go-values.js'
import { internalText } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import {
  storageVersionMigrationSpecDescriptor,
  storageVersionMigrationStatusDescriptor,
} from '../v1/descriptors.gen.js'
import type { StorageVersionMigration } from '../v1/types.gen.js'

/** Checks a new StorageVersionMigration. */
export function validateStorageVersionMigration({ metadata, spec }: StorageVersionMigration): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const [group, resource] = [spec?.resource?.group ?? '', spec?.resource?.resource ?? '']
  const path = fieldPath('spec', 'resource')
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...(resource === ''
      ? [required(path.child('resource'), 'resource is required to be set')]
      : joined(path.child('resource'), resource, isDNS1035Label(resource))),
    ...(group === '' ? [] : joined(path.child('group'), group, isDNS1123Subdomain(group))),
  ]
}

/** Checks a changed StorageVersionMigration: what is migrated stays the same. */
export function validateStorageVersionMigrationUpdate(
  migration: StorageVersionMigration,
  old: StorageVersionMigration,
): readonly FieldError[] {
  return [
    ...validateStorageVersionMigration(migration),
    ...validateObjectMetaUpdate(migration.metadata, old.metadata, fieldPath('metadata')),
    ...specChanges(migration.spec, old.spec),
  ]
}

type Spec = StorageVersionMigration['spec']

function specChanges(now: Spec | null, before: Spec | null): readonly FieldError[] {
  if (deepEqual(storageVersionMigrationSpecDescriptor, now, before)) return []
  const valueText = internalText(storageVersionMigrationSpecDescriptor, now)
  return [invalid(fieldPath('spec'), now ?? null, fieldImmutableErrorMsg).with({ valueText })]
}

/** Checks a changed status: what was reached once stays reached. */
export function validateStorageVersionMigrationStatusUpdate(
  migration: StorageVersionMigration,
  old: StorageVersionMigration,
): readonly FieldError[] {
  const path = fieldPath('status')
  const conditionsPath = path.child('conditions')
  const conditions = migration.status?.conditions
  const resourceVersion = migration.status?.resourceVersion ?? ''
  const before = old.status?.resourceVersion ?? ''
  const [succeeded, failed] = [isTrue(migration, 'Succeeded'), isTrue(migration, 'Failed')]
  const type = storageVersionMigrationStatusDescriptor.propertyByName.get('conditions')?.type
  const valueText = type === undefined ? 'null' : internalText(type, conditions)
  const wrong = (detail: string) => invalid(conditionsPath, conditions ?? null, detail).with({ valueText })
  const errors = [
    ...validateObjectMetaUpdate(migration.metadata, old.metadata, fieldPath('metadata')),
    ...resourceVersionErrors(resourceVersion, path.child('resourceVersion')),
    ...validateConditions(conditions, conditionsPath),
  ]
  if (before !== '' && before !== resourceVersion) {
    errors.push(invalid(path.child('resourceVersion'), resourceVersion, 'field is immutable'))
  }
  if (succeeded && failed) errors.push(wrong('Both success and failed conditions cannot be true at the same time'))
  if (isTrue(old, 'Succeeded') && !succeeded) {
    errors.push(wrong('Success condition cannot be set to false once it is true'))
  }
  if (isTrue(old, 'Failed') && !failed) errors.push(wrong('Failed condition cannot be set to false once it is true'))
  return errors
}

function joined(path: FieldPath, value: string, problems: readonly string[]): FieldError[] {
  return problems.length === 0 ? [] : [invalid(path, value, problems.join(','))]
}

function resourceVersionErrors(version: string, path: FieldPath): FieldError[] {
  if (version === '' || /^[1-9]\d*$/.test(version)) return []
  return [invalid(path, version, `resource version is not well formed: ${version}`)]
}

function isTrue({ status }: StorageVersionMigration, type: string): boolean {
  return structsOf(status?.conditions).find((condition) => condition.type === type)?.status === 'True'
}
