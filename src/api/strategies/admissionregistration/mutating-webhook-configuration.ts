import { MutatingWebhookConfiguration } from '../../admissionregistration/v1/types.gen.js'
import {
  validateWebhookConfiguration,
  validateWebhookConfigurationUpdate,
} from '../../validation/admissionregistration/webhook-configuration.js'
import { raiseGeneration } from '../kept-fields.js'
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
  prepareForUpdate(object, old) {
    raiseGeneration(object, old, ['webhooks'])
    // Upstream takes an empty list and none for different here.
    if ((object.webhooks === undefined) === (old.webhooks === undefined)) return
    metadataOf(object).generation = (metadataOf(old).generation ?? 0) + 1
  },
  validate: (object, context) => [...validateWebhookConfiguration(object), ...staticSuffixErrors(object, context)],
  validateUpdate: validateWebhookConfigurationUpdate,
  warningsOnCreate: staticSuffixWarningsOnCreate,
  warningsOnUpdate: staticSuffixWarnings,
}
