import { duplicate, type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isValidLabelValue } from '../../../validation/label-value.js'
import { validateLabelName } from '../../../validation/labels.js'
import { structsOf } from '../../validation/go-values.js'
import { internalText } from '../../validation/internal-text.js'
import { requiredEnumErrors } from '../../validation/named-text.js'
import { taintDescriptor } from '../v1/descriptors.gen.js'
import type { Taint } from '../v1/types.gen.js'

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** Checks the taints of a node: each key occurs once with an effect. */
export function validateTaints(taints: readonly Taint[] | null | undefined, path: FieldPath): FieldError[] {
  const seen = new Set<string>()
  return structsOf(taints).flatMap((taint, i) => {
    const at = path.index(i)
    const pair = `${taint.effect ?? ''} ${taint.key ?? ''}`
    const repeated = seen.has(pair)
    seen.add(pair)
    return [
      ...validateLabelName(taint.key ?? '', at.child('key')),
      ...valueErrors(taint.value ?? '', at.child('value')),
      ...requiredEnumErrors(taint.effect ?? '', effects, at.child('effect')),
      ...(repeated ? [repeatedTaint(taint, at)] : []),
    ]
  })
}

function valueErrors(value: string, path: FieldPath): FieldError[] {
  const problems = isValidLabelValue(value)
  return problems.length === 0 ? [] : [invalid(path, value, problems.join(';'))]
}

function repeatedTaint(taint: Taint, path: FieldPath): FieldError {
  const detail = 'taints must be unique by key and effect pair'
  return duplicate(path, taint).with({ valueText: internalText(taintDescriptor, taint), detail })
}
