import { ResourceClaimTemplate } from '../../resource/v1/types.gen.js'
import {
  validateResourceClaimTemplate,
  validateResourceClaimTemplateUpdate,
} from '../../validation/resource/resource-claim-template.js'
import type { KindStrategy } from '../kind-strategy.js'
import { adminAccessErrors } from './admin-access.js'
import { dropDisabledClaimFields } from './claim-features.js'

/** How a ResourceClaimTemplate behaves in a registry. */
export const resourceClaimTemplateStrategy: KindStrategy<ResourceClaimTemplate> = {
  type: ResourceClaimTemplate,
  namespaced: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  prepareForCreate: (template, context) => dropDisabledClaimFields(template.spec?.spec, undefined, context),
  prepareForUpdate: (template, old, context) => dropDisabledClaimFields(template.spec?.spec, old.spec?.spec, context),
  validate: (template, context) => [
    ...adminAccessErrors(template.spec?.spec, context),
    ...validateResourceClaimTemplate(template),
  ],
  validateUpdate: validateResourceClaimTemplateUpdate,
}
