import { resourceDeclared } from '../../declared/resource.gen.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { adminAccessErrors } from '../admin-access.js'
import { hubField } from '../hub-field.js'
import { dropDisabledClaimFields } from '../resource-claim/claim-features.js'
import { ResourceClaimTemplate } from '../v1/types.gen.js'
import { validateResourceClaimTemplate, validateResourceClaimTemplateUpdate } from './validation.js'

/** How a ResourceClaimTemplate behaves in a registry. */
export const resourceClaimTemplateStrategy: KindStrategy<ResourceClaimTemplate> = {
  type: ResourceClaimTemplate,
  declared: { rules: resourceDeclared, hubField },
  prepareForCreate: (template, context) => dropDisabledClaimFields(template.spec?.spec, undefined, context),
  prepareForUpdate: (template, old, context) => dropDisabledClaimFields(template.spec?.spec, old.spec?.spec, context),
  validate: (template, context) => [
    ...adminAccessErrors(template.spec?.spec, context),
    ...validateResourceClaimTemplate(template),
  ],
  validateUpdate: validateResourceClaimTemplateUpdate,
}
