import { ensureMetadata } from '../../../meta/object-with-meta.js'
import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { isDNS1123Label } from '../../../validation/dns-names.js'
import type { StrategyContext } from '../../strategies/kind-strategy.js'
import { dropDisabledTemplateFields } from '../pod/drop-disabled-pod-fields.js'
import { toInternalTemplateForm } from '../pod/internal-pod-form.js'
import type { PodValidationOptions } from '../pod/pod-options.js'
import { podValidationOptions } from '../pod/pod-validation-options.js'
import type { PodTemplateSpec } from '../v1/types.gen.js'

type Template = PodTemplateSpec | null | undefined

/** Prepares a pod template for storage, as every kind does; `old` for an update. */
export function prepareTemplate(template: Template, old: Template, context: StrategyContext): void {
  toInternalTemplateForm(template)
  dropDisabledTemplateFields(template, old, context.featureEnabled)
}

/** An update strategy with its counts; in the internal version they are not pointers, so absent ones are zero. */
interface RollingStrategy {
  readonly rollingUpdate?:
    | { maxUnavailable?: number | string | undefined; maxSurge?: number | string | undefined }
    | undefined
}

/** Makes absent counts of a strategy zero, as they are in Go's internal version. */
export function setRollingZeros(strategy: RollingStrategy | null | undefined): void {
  const rolling = strategy?.rollingUpdate
  if (!rolling) return
  rolling.maxUnavailable ??= 0
  rolling.maxSurge ??= 0
}

/** Settings for the validation of a pod template; `old` for an update. */
export function templateOptions(context: StrategyContext, old?: Template): PodValidationOptions {
  return podValidationOptions(context, false, old)
}

/** Advice about names that pods get theirs from. */
export function nameAdvice(object: KubernetesObject): readonly string[] {
  const problems = isDNS1123Label(ensureMetadata(object).name ?? '')
  if (problems.length === 0) return []
  const what = 'this is used in Pod names and hostnames, which can result in surprising behavior'
  return [`metadata.name: ${what}; a DNS label is recommended: [${problems.join(' ')}]`]
}
