import { raiseGenerationLiterally } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { metadataOf } from '../../strategies/metadata-of.js'
import { staticSuffixErrors, staticSuffixWarnings, staticSuffixWarningsOnCreate } from '../static-suffix.js'
import { ValidatingWebhookConfiguration } from '../v1/types.gen.js'
import {
  validateWebhookConfiguration,
  validateWebhookConfigurationUpdate,
} from '../webhook-configuration/validation.js'

/** How a ValidatingWebhookConfiguration behaves in a registry. */
export const validatingWebhookConfigurationStrategy: KindStrategy<ValidatingWebhookConfiguration> = {
  type: ValidatingWebhookConfiguration,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  prepareForCreate(object) {
    metadataOf(object).generation = 1
  },
  prepareForUpdate: (object, old) => raiseGenerationLiterally(object, old, 'webhooks'),
  validate: (object, context) => [...validateWebhookConfiguration(object), ...staticSuffixErrors(object, context)],
  validateUpdate: validateWebhookConfigurationUpdate,
  warningsOnCreate: staticSuffixWarningsOnCreate,
  warningsOnUpdate: staticSuffixWarnings,
}
