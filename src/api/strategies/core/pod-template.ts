import { fieldPath } from '../../../validation/field-path.js'
import { PodTemplate } from '../../core/v1/types.gen.js'
import { validatePodTemplate, validatePodTemplateUpdate } from '../../validation/core/pod-template.js'
import { warningsForPodTemplate } from '../../validation/core/pod-warnings.js'
import { raiseGeneration, sameGeneration } from '../kept-fields.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'
import { prepareTemplate, templateOptions } from './pod-template-hooks.js'

/** How a PodTemplate behaves in a registry. */
export const podTemplateStrategy: KindStrategy<PodTemplate> = {
  type: PodTemplate,
  namespaced: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  prepareForCreate(template, context) {
    metadataOf(template).generation = 1
    prepareTemplate(template.template, undefined, context)
  },
  prepareForUpdate(template, old, context) {
    prepareTemplate(template.template, old.template, context)
    raiseGeneration(template, old, ['template'])
  },
  validate: (template, context) => validatePodTemplate(template, templateOptions(context)),
  validateUpdate: (template, old, context) =>
    validatePodTemplateUpdate(template, old, templateOptions(context, old.template)),
  warningsOnCreate: ({ template }) => warningsForPodTemplate(template, fieldPath('template')),
  warningsOnUpdate: (template, old) =>
    sameGeneration(template, old) ? [] : warningsForPodTemplate(template.template, fieldPath('template')),
}
