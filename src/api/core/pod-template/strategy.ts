import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { fieldPath } from '../../../validation/field-path.js'
import { coreDeclared } from '../../declared/core.gen.js'
import { raiseGeneration, sameGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { warningsForPodTemplate } from '../pod/pod-warnings.js'
import { PodTemplate } from '../v1/types.gen.js'
import { prepareTemplate, templateOptions } from './pod-template-hooks.js'
import { validatePodTemplate, validatePodTemplateUpdate } from './validation.js'

/** How a PodTemplate behaves in a registry. */
export const podTemplateStrategy: KindStrategy<PodTemplate> = {
  type: PodTemplate,
  declared: { rules: coreDeclared },
  prepareForCreate(template, context) {
    ensureMetadata(template).generation = 1
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
