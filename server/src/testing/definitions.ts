import type { Client } from '@apimachinery/client'
import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { isNotFound, isServiceUnavailable, isTooManyRequests, MachineryError, messageOf } from 'apimachinery/errors'
import { getName, type KubernetesObject } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { type GivenObject, objectDescription, refused } from './manifests.js'

/** Milliseconds between looks at the conditions of a definition, and how often is looked. */
const [pause, looks] = [500, 60]

/** Creates definitions of custom resources and waits until their versions are served. Throws for one that never is. */
export async function createDefinitions(client: Client, given: readonly GivenObject[]): Promise<void> {
  const served = given.map((each) => [each, servedResources(each)] as const)
  await Promise.all(given.map((each) => client.create(each.object).catch((error: unknown) => refused(each, error))))
  const waits = served.flatMap(([each, resources]) =>
    resources.map((resource) => waitUntilServed(client, each, resource)),
  )
  await Promise.all(waits)
}

async function waitUntilServed(client: Client, given: GivenObject, resource: GroupVersionResource): Promise<void> {
  for (let look = 1; ; look++) {
    try {
      return await client.waitForResource(resource, { timeoutMilliseconds: pause, pauseMilliseconds: pause })
    } catch (error) {
      if (!isNotFound(error) && !isTooManyRequests(error) && !isServiceUnavailable(error)) throw error
      const problem = await problemOf(client, given.object)
      if (problem === undefined && look < looks) continue
      const why = problem ?? messageOf(error)
      const message = `${given.place}: ${objectDescription(given.object)} is not served: ${why}`
      throw new MachineryError('Timeout', message, { cause: error })
    }
  }
}

/** Why a definition will not be served, by its conditions. */
async function problemOf(client: Client, definition: KubernetesObject): Promise<string | undefined> {
  const { status } = await client.get(CustomResourceDefinition, { name: getName(definition) })
  const refusal = status?.conditions?.find(({ type, status: is }) => type === 'NamesAccepted' && is === 'False')
  return refusal && `${refusal.reason}: ${refusal.message}`
}

interface DefinitionSpec {
  readonly group?: string
  readonly names?: { readonly plural?: string }
  readonly versions?: readonly { readonly name?: string; readonly served?: boolean }[]
}

function servedResources({ object, place }: GivenObject): GroupVersionResource[] {
  const { group, names, versions = [] } = (object as { readonly spec?: DefinitionSpec }).spec ?? {}
  const { plural } = names ?? {}
  if (group === undefined || plural === undefined) {
    throw new TypeError(`${place}: ${objectDescription(object)} is no CustomResourceDefinition`)
  }
  const served = versions.filter((version) => version.served === true)
  return served.map(({ name = '' }) => new GroupVersionResource(group, name, plural))
}
