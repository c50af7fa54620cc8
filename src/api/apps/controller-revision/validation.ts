import type { JSONValue } from '../../../json/json-value.js'
import { rawText } from '../../../json/raw-text.js'
import { stringifyJSON } from '../../../json/stringify-json.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import type { ControllerRevision } from '../v1/types.gen.js'

/** Checks a new ControllerRevision. */
export function validateControllerRevision(revision: ControllerRevision): FieldError[] {
  const errors = commonErrors(revision)
  const data: unknown = revision.data
  if (!isSet(data)) errors.push(required(fieldPath('data'), 'data is mandatory'))
  else if (typeof data !== 'object' || Array.isArray(data)) {
    errors.push(required(fieldPath('data'), 'data must be a valid JSON object'))
  }
  return errors
}

/** Checks a changed ControllerRevision: its data stays. */
export function validateControllerRevisionUpdate(revision: ControllerRevision, old: ControllerRevision): FieldError[] {
  const errors = validateObjectMetaUpdate(revision.metadata, old.metadata, fieldPath('metadata'))
  errors.push(...commonErrors(revision))
  // Go compares the bytes, so blanks and the order of keys count.
  const [now, before] = [revision, old].map(({ data }) => rawText((data ?? null) as JSONValue))
  if (now === before) return errors
  const valueText = stringifyJSON(revision.data ?? null, { keys: 'kept' })
  return [...errors, invalid(fieldPath('data'), revision.data, fieldImmutableErrorMsg).with({ valueText })]
}

function commonErrors({ metadata, revision }: ControllerRevision): FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const errors = validateObjectMeta(metadata, rules, fieldPath('metadata'))
  return [...errors, ...validateNonnegativeField(revision ?? 0, fieldPath('revision'))]
}
