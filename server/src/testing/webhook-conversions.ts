import type { Client } from '@apimachinery/client'
import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { getName, type KubernetesObject } from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'
import type { WebhookHandler } from 'apimachinery/webhook'
import type { GivenObject } from './manifests.js'
import { inProcessClientConfig } from './webhook-configurations.js'

/**
 * Lets definitions with several versions, which were given without a word about conversions, be converted by the handler whose scheme has
 * all of these versions. Answers the definitions that it changed.
 */
export async function addConversions(
  client: Client,
  given: readonly GivenObject[],
  handlers: ReadonlyMap<string, WebhookHandler>,
): Promise<KubernetesObject[]> {
  const changed: KubernetesObject[] = []
  for (const { object } of given) {
    const { spec } = object as CustomResourceDefinition
    const path = spec.conversion === undefined && spec.versions.length > 1 ? converterOf(spec, handlers) : undefined
    if (path === undefined) continue
    const current = await client.get(CustomResourceDefinition, { name: getName(object) })
    const webhook = { clientConfig: inProcessClientConfig(path), conversionReviewVersions: ['v1'] }
    current.spec.conversion = { strategy: 'Webhook', webhook }
    changed.push(await client.update(current))
  }
  return changed
}

function converterOf(
  { group, names, versions }: CustomResourceDefinition['spec'],
  handlers: ReadonlyMap<string, WebhookHandler>,
): string | undefined {
  for (const [path, { facts }] of handlers) {
    if (facts?.type !== 'conversion') continue
    const { scheme } = facts
    const known = versions.every(({ name }) => scheme.classFor(new GroupVersionKind(group, name, names.kind)))
    if (known) return path
  }
  return undefined
}
