import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { validateStatusConditions } from '../../validation/conditions.js'
import { longNameErrors } from '../../validation/field-rules.js'
import { validateObjectMetaUpdate, validateObjectMetaWithOpts } from '../../validation/object-meta.js'
import type { EvictionRequest } from '../v1alpha1/types.gen.js'

const metadataPath = /* @__PURE__ */ fieldPath('metadata')

/** Checks a new EvictionRequest: what tags do not declare. */
export function validateEvictionRequest(request: EvictionRequest): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: longNameErrors }
  return validateObjectMetaWithOpts(request.metadata, rules, metadataPath)
}

/** Checks a changed EvictionRequest: what tags do not declare. */
export function validateEvictionRequestUpdate(request: EvictionRequest, old: EvictionRequest): readonly FieldError[] {
  return validateObjectMetaUpdate(request.metadata, old.metadata, metadataPath)
}

/** Checks an EvictionRequest whose status has changed: what tags do not declare. */
export function validateEvictionRequestStatusUpdate(
  request: EvictionRequest,
  old: EvictionRequest,
): readonly FieldError[] {
  return [...validateEvictionRequestUpdate(request, old), ...validateStatusConditions(request.status?.conditions)]
}
