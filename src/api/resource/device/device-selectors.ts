import { utf8Length } from '../../../internal/utf8-length.js'
import { compileDeviceSelector } from '../../../openapi/cel/device-selector.js'
import { type FieldError, forbidden, invalid, required, tooLong } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { validateList } from '../limited-lists.js'
import type { DeviceSelector } from '../v1/types.gen.js'

const selectorsMaxSize = 32
const expressionMaxLength = 10 * 1024
const expressionMaxCost = 1_000_000

/** Checks the selectors of devices: each is a CEL expression that matches devices. */
export function validateDeviceSelectors(
  selectors: readonly DeviceSelector[] | null | undefined,
  path: FieldPath,
): FieldError[] {
  return validateList(structsOf(selectors), { limit: selectorsMaxSize, rule: selectorErrors }, path)
}

function selectorErrors({ cel }: DeviceSelector, path: FieldPath): FieldError[] {
  if (!isSet(cel)) return [required(path.child('cel'), '')]
  const expression = cel.expression ?? ''
  const expressionPath = path.child('cel', 'expression')
  if (utf8Length(expression) > expressionMaxLength) return [tooLong(expressionPath, expressionMaxLength)]
  const compiled = compileDeviceSelector(expression)
  if (compiled.problem !== undefined) return [invalid(expressionPath, expression, compiled.problem)]
  return compiled.maxCost > expressionMaxCost ? [forbidden(expressionPath, 'too complex, exceeds cost limit')] : []
}
