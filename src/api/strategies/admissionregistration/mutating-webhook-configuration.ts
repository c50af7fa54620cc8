import { MutatingWebhookConfiguration } from '../../admissionregistration/v1/types.gen.js'
import {
  validateWebhookConfiguration,
  validateWebhookConfigurationUpdate,
} from '../../validation/admissionregistration/webhook-configuration.js'
import { raiseGenerationLiterally } from '../kept-fields.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'
import { staticSuffixErrors, staticSuffixWarnings, staticSuffixWarningsOnCreate } from './static-suffix.js'

/** How a MutatingWebhookConfiguration behaves in a registry. */
export const mutatingWebhookConfigurationStrategy: KindStrategy<MutatingWebhookConfiguration> = {
  type: MutatingWebhookConfiguration,
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
