import { appendAll } from '../../../internal/append-all.js'
import { duplicate, type FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { equalJSON } from '../../../validation/immutable.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { validateObjectMeta } from '../../../validation/object-meta.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import type { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '../v1/types.gen.js'
import {
  harmlessSideEffects,
  isAcceptedReviewVersion,
  validateWebhook,
  type Webhook,
  type WebhookOptions,
} from './webhook.js'

type Configuration = ValidatingWebhookConfiguration | MutatingWebhookConfiguration

const strict: WebhookOptions = {
  ignoreMatchConditions: false,
  requireNoSideEffects: true,
  requireRecognizedVersion: true,
  requireUniqueNames: true,
  allowInvalidLabelValueInSelector: false,
}

/** Checks a new configuration of webhooks. */
export function validateWebhookConfiguration(configuration: Configuration): readonly FieldError[] {
  return configurationErrors(configuration, strict)
}

/** Checks a changed configuration of webhooks; what is wrong with it already in some ways stays allowed. */
export function validateWebhookConfigurationUpdate(
  configuration: Configuration,
  old: Configuration,
): readonly FieldError[] {
  const [hooks, before] = [hooksOf(configuration), hooksOf(old)]
  const names = before.map(({ name }) => name ?? '')
  return configurationErrors(configuration, {
    ignoreMatchConditions:
      hooks.length === before.length &&
      before.every(({ matchConditions }, i) => equalJSON(hooks[i]?.matchConditions, matchConditions)),
    requireNoSideEffects: before.every(({ sideEffects }) => harmlessSideEffects.includes(sideEffects ?? '')),
    requireRecognizedVersion: before.every(hasRecognizedVersion),
    requireUniqueNames: new Set(names).size === names.length,
    allowInvalidLabelValueInSelector: before.some(hasInvalidSelector),
  })
}

function hooksOf(configuration: Configuration): readonly Webhook[] {
  return structsOf<Webhook>(configuration.webhooks)
}

function hasRecognizedVersion({ admissionReviewVersions }: Webhook): boolean {
  const versions = textsOf(admissionReviewVersions)
  return versions.length === 0 || versions.some(isAcceptedReviewVersion)
}

function hasInvalidSelector({ namespaceSelector, objectSelector }: Webhook): boolean {
  return [namespaceSelector, objectSelector].some(
    (selector) => isSet(selector) && validateLabelSelector(selector, {}, fieldPath('webhooks')).length > 0,
  )
}

function configurationErrors(configuration: Configuration, options: WebhookOptions): FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const errors = validateObjectMeta(configuration.metadata ?? {}, rules, fieldPath('metadata'))
  const names = new Set<string>()
  for (const [i, hook] of hooksOf(configuration).entries()) {
    const path = fieldPath('webhooks').index(i)
    appendAll(errors, validateWebhook(hook, options, path))
    if (!options.requireUniqueNames || !hook.name) continue
    if (names.has(hook.name)) errors.push(duplicate(path.child('name'), hook.name))
    names.add(hook.name)
  }
  return errors
}
