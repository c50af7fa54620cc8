import { labelSelectorAsSelector } from '../../../labels/label-selector.js'
import type { Selector } from '../../../labels/selector.js'
import type { LabelSelector } from '../../../meta/v1/types.gen.js'
import { type FieldError, forbidden, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { invalidStruct } from '../internal-form/internal-json.js'
import type { PodTemplateSpec } from '../v1/types.gen.js'

type OptionalSelector = LabelSelector | null | undefined

/** The selector that a label selector means; undefined when it means nothing because it is not valid. */
export function selectorOf(selector: OptionalSelector): Selector | undefined {
  try {
    return labelSelectorAsSelector(selector as Parameters<typeof labelSelectorAsSelector>[0])
  } catch {
    return undefined
  }
}

/** Reports whether a label selector is empty. */
export function isEmptySelector(selector: OptionalSelector): boolean {
  const { matchLabels, matchExpressions } = selector ?? {}
  return Object.keys(matchLabels ?? {}).length + structsOf(matchExpressions).length === 0
}

/** Checks a label selector that must not be empty; `kind` names its owner. */
export function validateFilledSelector(selector: LabelSelector, kind: string, path: FieldPath): FieldError[] {
  const errors = validateLabelSelector(selector, {}, path)
  if (!isEmptySelector(selector)) return errors
  return [...errors, invalidSelector(selector, path, `empty selector is invalid for ${kind}`)]
}

/** An invalid label selector. */
export function invalidSelector(selector: OptionalSelector, path: FieldPath, detail: string): FieldError {
  return invalidStruct('LabelSelector', selector, { path, detail })
}

/** Finds a template whose pods the selector would not find. */
export function mismatchErrors(
  template: PodTemplateSpec | null | undefined,
  selector: Selector,
  path: FieldPath,
): FieldError[] {
  const labels = template?.metadata?.labels
  if (selector.matches(labels ?? {})) return []
  return [invalid(path.child('metadata', 'labels'), labels ?? null, '`selector` does not match template `labels`')]
}

/** Checks that pods of a template run forever; `kind` is the name of the kind that has it. */
export function validateRunsForever(
  template: PodTemplateSpec | null | undefined,
  kind: string,
  path: FieldPath,
): FieldError[] {
  const restartPolicy = template?.spec?.restartPolicy ?? ''
  const { activeDeadlineSeconds } = template?.spec ?? {}
  const errors: FieldError[] = []
  if (restartPolicy !== 'Always') {
    errors.push(notSupportedNamed(path.child('spec', 'restartPolicy'), restartPolicy, ['Always']))
  }
  if (isSet(activeDeadlineSeconds)) {
    const detail = `activeDeadlineSeconds in ${kind} is not Supported`
    errors.push(forbidden(path.child('spec', 'activeDeadlineSeconds'), detail))
  }
  return errors
}
