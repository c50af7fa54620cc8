import { quote } from '../../../internal/quote.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { memberOf } from '../../validation/go-values.js'
import { amountOf, isFractional } from '../resource-list/resource-amounts.js'
import type { PersistentVolumeClaimSpec } from '../v1/types.gen.js'

/** Warnings about the specification of a claim: bytes do not come in parts. */
export function warningsForClaimSpec(
  spec: PersistentVolumeClaimSpec | null | undefined,
  path: FieldPath,
): readonly string[] {
  return (['requests', 'limits'] as const).flatMap((kind) => {
    const amount = amountOf(memberOf(spec?.resources?.[kind], 'storage'))
    if (!isFractional(amount)) return []
    const at = path.child('resources', kind).key('storage')
    return [`${at}: fractional byte value ${quote(amount.toString())} is invalid, must be an integer`]
  })
}
