import type { Client } from '@apimachinery/client'
import { isAlreadyExists } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import { getName, isTypedObject, type KubernetesObject, Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'

/** An object, its content, or the path of a file or folder of manifests. */
export type ObjectSource = KubernetesObject | JSONObject | string

/** Reads what was given, in order. Throws `MachineryError` that names the file. */
export async function readObjects(sources: readonly ObjectSource[]): Promise<KubernetesObject[]> {
  const objects: KubernetesObject[] = []
  for (const source of sources) {
    if (typeof source === 'string') {
      const { readManifests } = await import('@apimachinery/client/resources')
      for await (const { object } of readManifests({ filenames: [source], recursive: true })) objects.push(object)
    } else objects.push(isTypedObject(source) ? source : new Unstructured(structuredClone(source) as JSONObject))
  }
  return objects
}

/** Creates objects one after another; system objects that are there already are replaced. */
export async function createObjects(client: Client, objects: readonly KubernetesObject[]): Promise<void> {
  for (const object of objects) {
    await client.create(object).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error
      return client.apply(object, { fieldManager: 'test-server', force: true })
    })
  }
}

/** Creates definitions of custom resources and waits until their versions are served. */
export async function createDefinitions(client: Client, definitions: readonly KubernetesObject[]): Promise<void> {
  await Promise.all(definitions.map((definition) => client.create(definition)))
  await Promise.all(definitions.flatMap(servedResources).map((resource) => client.waitForResource(resource)))
}

interface DefinitionSpec {
  readonly group?: string
  readonly names?: { readonly plural?: string }
  readonly versions?: readonly { readonly name?: string; readonly served?: boolean }[]
}

function servedResources(definition: KubernetesObject): GroupVersionResource[] {
  const { group, names, versions = [] } = (definition as { readonly spec?: DefinitionSpec }).spec ?? {}
  const { plural } = names ?? {}
  if (group === undefined || plural === undefined) {
    throw new TypeError(`crds: ${JSON.stringify(getName(definition))} is no CustomResourceDefinition`)
  }
  const served = versions.filter((version) => version.served === true)
  return served.map(({ name = '' }) => new GroupVersionResource(group, name, plural))
}
