import { raiseGenerationLiterally } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import { configured, staticSuffixErrors, staticSuffixWarnings, staticSuffixWarningsOnCreate } from '../static-suffix.js'
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '../v1/types.gen.js'
import { excludedResourceWarnings, type WithWebhookRules } from './excluded-resources.js'
import { validateWebhookConfiguration, validateWebhookConfigurationUpdate } from './validation.js'

type Configuration = ValidatingWebhookConfiguration | MutatingWebhookConfiguration

function ruleWarnings(configuration: WithWebhookRules, context: StrategyContext): readonly string[] {
  return context.featureEnabled('ExcludeAdmissionWebhookVirtualResources')
    ? excludedResourceWarnings(configuration)
    : []
}

const warnings = {
  warningsOnCreate: (object: Configuration, context: StrategyContext) => [
    ...staticSuffixWarningsOnCreate(object, context),
    ...ruleWarnings(object, context),
  ],
  warningsOnUpdate: (object: Configuration, _old: Configuration, context: StrategyContext) => [
    ...staticSuffixWarnings(object),
    ...ruleWarnings(object, context),
  ],
}

/** How a ValidatingWebhookConfiguration behaves in a registry. */
export const validatingWebhookConfigurationStrategy: KindStrategy<ValidatingWebhookConfiguration> = {
  type: ValidatingWebhookConfiguration,
  ...configured,
  ...warnings,
  prepareForUpdate: (object, old) => raiseGenerationLiterally(object, old, 'webhooks'),
  validate: (object, context) => [...validateWebhookConfiguration(object), ...staticSuffixErrors(object, context)],
  validateUpdate: validateWebhookConfigurationUpdate,
}

/** How a MutatingWebhookConfiguration behaves in a registry. */
export const mutatingWebhookConfigurationStrategy: KindStrategy<MutatingWebhookConfiguration> = {
  type: MutatingWebhookConfiguration,
  ...configured,
  ...warnings,
  prepareForUpdate: (object, old) => raiseGenerationLiterally(object, old, 'webhooks'),
  validate: (object, context) => [...validateWebhookConfiguration(object), ...staticSuffixErrors(object, context)],
  validateUpdate: validateWebhookConfigurationUpdate,
}
