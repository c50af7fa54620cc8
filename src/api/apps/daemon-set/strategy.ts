import { deepEqual } from '../../../descriptor/deep-equal.js'
import { newBadRequest } from '../../../errors/new-status-error.js'
import { quote } from '../../../internal/quote.js'
import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { fieldPath } from '../../../validation/field-path.js'
import { labelSelectorHasInvalidLabelValue } from '../../../validation/label-selector.js'
import type { PodValidationOptions } from '../../core/pod/pod-options.js'
import { warningsForPodTemplate } from '../../core/pod/pod-warnings.js'
import { prepareTemplate, setRollingZeros, templateOptions } from '../../core/pod-template/pod-template-hooks.js'
import { podTemplateSpecDescriptor } from '../../core/v1/descriptors.gen.js'
import { appsDeclared } from '../../declared/apps.gen.js'
import { keepField, raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import { memberOf } from '../../validation/go-values.js'
import { DaemonSet } from '../v1/types.gen.js'
import {
  templateGenerationAnnotation,
  templateGenerationOf,
  validateDaemonSet,
  validateDaemonSetStatusUpdate,
  validateDaemonSetUpdate,
} from './validation.js'

const path = /* @__PURE__ */ fieldPath('spec', 'template')

function setTemplateGeneration(set: DaemonSet, generation: number): void {
  const metadata = ensureMetadata(set)
  metadata.annotations = { ...metadata.annotations, [templateGenerationAnnotation]: String(generation) }
}

/** A field that this version lacks is in an annotation, and must be a number there. */
function checkTemplateGeneration({ metadata, kind = 'DaemonSet' }: DaemonSet): void {
  const text = memberOf(metadata?.annotations, templateGenerationAnnotation)
  if (text === undefined || /^[-+]?\d{1,18}$/.test(text)) return
  const message = `strconv.ParseInt: parsing ${quote(text)}: invalid syntax`
  throw newBadRequest(`${kind} in version "v1" cannot be handled as a DaemonSet: ${message}`)
}

function updateOptions(old: DaemonSet, context: StrategyContext): PodValidationOptions {
  const options = templateOptions(context, old.spec?.template)
  const isInvalid = labelSelectorHasInvalidLabelValue(old.spec?.selector)
  return { ...options, allowInvalidLabelValueInSelector: options.allowInvalidLabelValueInSelector || isInvalid }
}

/** How a DaemonSet behaves in a registry. */
export const daemonSetStrategy: KindStrategy<DaemonSet> = {
  type: DaemonSet,
  declared: { rules: appsDeclared },
  prepareForCreate(set, context) {
    checkTemplateGeneration(set)
    set.status = {} as NonNullable<DaemonSet['status']>
    ensureMetadata(set).generation = 1
    setTemplateGeneration(set, Math.max(templateGenerationOf(set), 1))
    setRollingZeros(set.spec?.updateStrategy)
    prepareTemplate(set.spec?.template, undefined, context)
  },
  prepareForUpdate(set, old, context) {
    checkTemplateGeneration(set)
    setRollingZeros(set.spec?.updateStrategy)
    prepareTemplate(set.spec?.template, old.spec?.template, context)
    keepField(set, old, 'status')
    const generation = templateGenerationOf(old)
    const same = deepEqual(podTemplateSpecDescriptor, set.spec?.template, old.spec?.template)
    setTemplateGeneration(set, same ? generation : generation + 1)
    raiseGeneration(set, old, ['spec'])
  },
  validate: (set, context) => validateDaemonSet(set, templateOptions(context)),
  validateUpdate: (set, old, context) => validateDaemonSetUpdate(set, old, updateOptions(old, context)),
  warningsOnCreate: ({ spec }) => warningsForPodTemplate(spec?.template, path),
  warningsOnUpdate: (set, old) =>
    templateGenerationOf(set) === templateGenerationOf(old) ? [] : warningsForPodTemplate(set.spec?.template, path),
  resetFields: { 'apps/v1': [['status']] },
  subresources: {
    status: {
      prepareForUpdate(set, old) {
        keepField(set, old, 'spec')
        setTemplateGeneration(set, templateGenerationOf(old))
      },
      validateUpdate: validateDaemonSetStatusUpdate,
      resetFields: { 'apps/v1': [['spec']] },
    },
  },
}
