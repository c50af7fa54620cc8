import type { Client } from '@apimachinery/client'
import {
  MutatingWebhookConfiguration,
  type RuleWithOperations,
  ValidatingWebhookConfiguration,
  type WebhookClientConfig,
} from 'apimachinery/api/admissionregistration/v1'
import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { JSONObject } from 'apimachinery/json'
import type { AdmissionFacts, HandledKind } from 'apimachinery/webhook'
import { hookTarget } from '../admission/webhook/hook-target.js'
import { type GivenObject, type ObjectSource, readObjects } from './manifests.js'
import type { TestWebhooks } from './test-webhooks.js'

/** Name of the configurations that are derived, and of the service in them. */
const derivedName = 'webhooks-in-process'

/**
 * The configurations of webhooks in files or given as objects; other kinds are passed over. They need no authorities: nothing is
 * connected to.
 *
 * @throws TypeError where there are none
 */
export async function readWebhookConfigurations(sources: readonly ObjectSource[]): Promise<GivenObject[]> {
  if (sources.length === 0) return []
  const given = await readObjects(sources, 'webhookConfigurations')
  const found = given.filter(({ object: { kind = '' } }) => /^(Mutating|Validating)WebhookConfiguration$/.test(kind))
  if (found.length === 0) throw new TypeError('webhookConfigurations: no configurations of webhooks were found')
  for (const { object } of found) {
    const { webhooks = [] } = object as { webhooks?: { clientConfig?: { caBundle?: unknown } }[] }
    for (const { clientConfig } of webhooks) delete clientConfig?.caBundle
  }
  return found
}

/**
 * Configurations of the handlers that no configuration or definition of the cluster calls: each for the kinds and operations that it
 * has functions for.
 *
 * @throws TypeError for handlers that do not say what they are for
 */
export async function derivedConfigurations(client: Client, webhooks: TestWebhooks): Promise<GivenObject[]> {
  const called = await calledPaths(client)
  const open = [...webhooks.handlers].filter(([path, { facts }]) => !called.has(path) && facts?.type !== 'conversion')
  const ofType = (wanted: AdmissionFacts['type']): DerivedWebhook[] =>
    open.flatMap(([path, { facts }]) => {
      const { type, kinds } = derivable(path, facts as AdmissionFacts | undefined)
      return type === wanted && kinds.length > 0 ? [derivedWebhook(path, kinds)] : []
    })
  const metadata = { name: derivedName }
  const [mutating, validating] = [ofType('mutating'), ofType('validating')]
  const made = [
    ...(mutating.length > 0 ? [new MutatingWebhookConfiguration({ metadata, webhooks: named(mutating) })] : []),
    ...(validating.length > 0 ? [new ValidatingWebhookConfiguration({ metadata, webhooks: named(validating) })] : []),
  ]
  return made.map((object) => ({ object, place: 'webhooks' }))
}

function derivable(
  path: string,
  facts: AdmissionFacts | undefined,
): AdmissionFacts & { readonly kinds: readonly HandledKind[] } {
  const { kinds } = facts ?? {}
  const other = kinds?.find(({ type }) => type.resource === undefined)
  if (facts !== undefined && kinds !== undefined && other === undefined) return { ...facts, kinds }
  const why =
    other === undefined ? 'does not say for which kinds it is' : `is for ${other.type.name}, which is no resource`
  throw new TypeError(`webhooks: the handler at ${path} ${why}: name its rules with webhookConfigurations`)
}

type DerivedWebhook = ReturnType<typeof derivedWebhook>

function derivedWebhook(path: string, kinds: readonly HandledKind[]) {
  const rules = kinds.filter(({ operations }) => operations.length > 0).map(ruleFor)
  return {
    path,
    rules,
    clientConfig: inProcessClientConfig(path),
    sideEffects: 'None',
    failurePolicy: 'Fail',
    admissionReviewVersions: ['v1'],
  }
}

function ruleFor({ type, operations }: HandledKind): RuleWithOperations {
  const { group, version } = type.groupVersionKind
  return {
    apiGroups: [group],
    apiVersions: [version],
    operations: [...operations],
    resources: [type.resource?.plural ?? ''],
  }
}

/** Names by path, such as `validate-pods.webhooks-in-process.test`. */
function named(webhooks: readonly DerivedWebhook[]) {
  const used = new Set<string>()
  return webhooks.map(({ path, ...webhook }, index) => {
    const label =
      path
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '') || 'root'
    const unique = used.has(label) ? `${label}-${index}` : label
    used.add(unique)
    return { name: `${unique}.${derivedName}.test`, ...webhook }
  })
}

/** Where an API server would call a handler; a test server does not look at the service. */
export function inProcessClientConfig(path: string): WebhookClientConfig {
  return { service: { namespace: 'default', name: derivedName, path } }
}

async function calledPaths(client: Client): Promise<Set<string>> {
  const [mutating, validating, definitions] = await Promise.all([
    client.resource(MutatingWebhookConfiguration).list(),
    client.resource(ValidatingWebhookConfiguration).list(),
    client.resource(CustomResourceDefinition).list(),
  ])
  const configurations = [...mutating.items, ...validating.items]
  const configs = [
    ...configurations.flatMap(({ webhooks = [] }) => webhooks.map(({ clientConfig }) => clientConfig)),
    ...definitions.items.map(({ spec }) => spec.conversion?.webhook?.clientConfig),
  ]
  return new Set(configs.flatMap((config) => (config === undefined ? [] : pathOf(config as JSONObject))))
}

function pathOf(config: JSONObject): string[] {
  const { path } = hookTarget(config)
  return [path]
}
