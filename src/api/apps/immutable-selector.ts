import { deepEqual } from '../../descriptor/deep-equal.js'
import { labelSelectorDescriptor } from '../../meta/v1/descriptors.gen.js'
import type { LabelSelector } from '../../meta/v1/types.gen.js'
import type { FieldError } from '../../validation/field-error.js'
import { fieldPath } from '../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../validation/immutable.js'
import { invalidSelector } from '../core/pod-template/pod-template-owner.js'
import { isSet } from '../validation/go-values.js'

/** Finds a selector that changes. */
export function immutableSelectorErrors(
  now: LabelSelector | null | undefined,
  before: LabelSelector | null | undefined,
): FieldError[] {
  if (isSet(now) === isSet(before) && deepEqual(labelSelectorDescriptor, now, before)) return []
  return [invalidSelector(now, fieldPath('spec', 'selector'), fieldImmutableErrorMsg)]
}
