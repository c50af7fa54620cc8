import { type FieldError, notSupported, required } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import type { Binding } from '../v1/types.gen.js'

/** Checks what a scheduler posts to bind a pod to a node. Source: `ValidatePodBinding`. */
export function validateBinding({ target }: Binding): FieldError[] {
  const errors: FieldError[] = []
  const path = fieldPath('target')
  const kind = target?.kind ?? ''
  if (kind !== '' && kind !== 'Node') errors.push(notSupported(path.child('kind'), kind, ['Node', '<empty>']))
  if (!target?.name) errors.push(required(path.child('name'), ''))
  return errors
}
