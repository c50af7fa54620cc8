import type { FieldError } from '../../../validation/field-error.js'
import { validateManagedFields } from '../../../validation/field-manager.js'
import { fieldPath } from '../../../validation/field-path.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import type { Scale } from '../v1/types.gen.js'

/** Checks a Scale, the subresource of workloads that holds their number of replicas. Other metadata than managed fields is ignored. */
export function validateScale({ metadata, spec }: Scale): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const path = fieldPath('metadata')
  return [
    ...validateObjectMeta(metadata, rules, path).map((error) => error.before(37)),
    ...validateManagedFields(metadata?.managedFields, path.child('managedFields')).map((error) => error.since(37)),
    ...validateNonnegativeField(spec?.replicas ?? 0, fieldPath('spec', 'replicas')),
  ]
}
