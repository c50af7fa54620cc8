import { raiseGenerationLiterally } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { configured, staticSuffixErrors } from '../static-suffix.js'
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '../v1/types.gen.js'
import { validateWebhookConfiguration, validateWebhookConfigurationUpdate } from './validation.js'

/** How a ValidatingWebhookConfiguration behaves in a registry. */
export const validatingWebhookConfigurationStrategy: KindStrategy<ValidatingWebhookConfiguration> = {
  type: ValidatingWebhookConfiguration,
  ...configured,
  prepareForUpdate: (object, old) => raiseGenerationLiterally(object, old, 'webhooks'),
  validate: (object, context) => [...validateWebhookConfiguration(object), ...staticSuffixErrors(object, context)],
  validateUpdate: validateWebhookConfigurationUpdate,
}

/** How a MutatingWebhookConfiguration behaves in a registry. */
export const mutatingWebhookConfigurationStrategy: KindStrategy<MutatingWebhookConfiguration> = {
  type: MutatingWebhookConfiguration,
  ...configured,
  prepareForUpdate: (object, old) => raiseGenerationLiterally(object, old, 'webhooks'),
  validate: (object, context) => [...validateWebhookConfiguration(object), ...staticSuffixErrors(object, context)],
  validateUpdate: validateWebhookConfigurationUpdate,
}
