import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import type { Scale } from '../v1/types.gen.js'

/** Checks a Scale, the subresource of workloads that holds their number of replicas. */
export function validateScale({ metadata, spec }: Scale): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...validateNonnegativeField(spec?.replicas ?? 0, fieldPath('spec', 'replicas')),
  ]
}
