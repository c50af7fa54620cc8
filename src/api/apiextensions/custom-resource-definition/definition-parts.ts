import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet } from '../../validation/go-values.js'
import type { CustomResourceColumnDefinition, CustomResourceSubresources } from '../v1beta1/types.gen.js'

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string']
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']

/** Checks a column that a table of custom resources has. */
export function validateColumn(column: CustomResourceColumnDefinition, path: FieldPath): FieldError[] {
  const type = column.type ?? ''
  const format = column.format ?? ''
  const location = column.JSONPath ?? ''
  const { name } = column
  const errors = name ? [] : [required(path.child('name'), '')]
  const known = `must be one of ${columnTypes.join(',')}`
  if (type === '') errors.push(required(path.child('type'), known))
  else if (!columnTypes.includes(type)) errors.push(invalid(path.child('type'), type, known))
  if (format !== '' && !columnFormats.includes(format)) {
    errors.push(invalid(path.child('format'), format, `must be one of ${columnFormats.join(',')}`))
  }
  const at = path.child('JSONPath')
  return [...errors, ...(location === '' ? [required(at, '')] : simplePathErrors(location, at))]
}

/** Checks where the scale of a custom resource is found. */
export function validateSubresources(
  subresources: CustomResourceSubresources | null | undefined,
  path: FieldPath,
): FieldError[] {
  const scale = subresources?.scale
  if (!isSet(scale)) return []
  const spec = scale.specReplicasPath ?? ''
  const status = scale.statusReplicasPath ?? ''
  const { labelSelectorPath: selector } = scale
  const errors = [
    ...replicasErrors(spec, '.spec', path.child('scale.specReplicasPath')),
    ...replicasErrors(status, '.status', path.child('scale.statusReplicasPath')),
  ]
  if (!selector) return errors
  const at = path.child('scale.labelSelectorPath')
  const wrong = simplePathErrors(selector, at)
  if (wrong.length === 0 && !selector.startsWith('.spec.') && !selector.startsWith('.status.')) {
    wrong.push(invalid(at, selector, 'should be a json path under either .spec or .status'))
  }
  return [...errors, ...wrong]
}

function replicasErrors(location: string, root: string, path: FieldPath): FieldError[] {
  if (location === '') return [required(path, '')]
  const errors = simplePathErrors(location, path)
  if (errors.length > 0 || location.startsWith(`${root}.`)) return errors
  return [invalid(path, location, `should be a json path under ${root}`)]
}

function simplePathErrors(location: string, path: FieldPath): FieldError[] {
  return location.startsWith('.') ? [] : [invalid(path, location, 'must be a simple json path starting with .')]
}
