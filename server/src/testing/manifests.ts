import type { Client } from '@apimachinery/client'
import { asError, isAlreadyExists, isMachineryError, MachineryError, StatusError, statusOf } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import {
  getName,
  getNamespace,
  groupVersionKindOf,
  isTypedObject,
  type KubernetesObject,
  Unstructured,
} from 'apimachinery/runtime'

/** An object, its content, or the path of a file or folder of manifests. */
export type ObjectSource = KubernetesObject | JSONObject | string

/** The option of a test server that has the objects. */
export type ObjectOption = 'crds' | 'objects' | 'webhookConfigurations' | 'webhooks'

/** An object of a test's options. */
export interface GivenObject {
  readonly object: KubernetesObject
  /** Where it is: `objects[2]`, or `crds: folder/file.yaml, document 3`. */
  readonly place: string
}

/** Reads what was given, in order. Throws `MachineryError` that names the file. */
export async function readObjects(sources: readonly ObjectSource[], option: ObjectOption): Promise<GivenObject[]> {
  const given: GivenObject[] = []
  for (const [index, source] of sources.entries()) {
    if (typeof source === 'string') given.push(...(await readFiles(source, option)))
    else given.push({ object: toObject(source), place: `${option}[${index}]` })
  }
  return given
}

async function readFiles(path: string, option: ObjectOption): Promise<GivenObject[]> {
  const { readManifests } = await import('@apimachinery/client/resources')
  const given: GivenObject[] = []
  try {
    for await (const { object, source, document } of readManifests({ filenames: [path], recursive: true }))
      given.push({ object, place: `${option}: ${source}, document ${document}` })
  } catch (error) {
    if (!isMachineryError(error)) throw error
    throw new MachineryError(error.code, `${option}: ${error.message}`, { cause: error })
  }
  return given
}

function toObject(source: KubernetesObject | JSONObject): KubernetesObject {
  return isTypedObject(source) ? source : new Unstructured(structuredClone(source))
}

/** Creates objects one after another, and answers them as stored; system objects that are there already are replaced. */
export async function createObjects(client: Client, given: readonly GivenObject[]): Promise<KubernetesObject[]> {
  const stored: KubernetesObject[] = []
  for (const each of given) {
    const { object } = each
    const created = await client
      .create(object)
      .catch((error: unknown) => {
        if (!isAlreadyExists(error)) throw error
        return client.apply(object, { fieldManager: 'test-server', force: true })
      })
      .catch((error: unknown) => refused(each, error))
    stored.push(created)
  }
  return stored
}

/** Throws the error of a refused object, with the place of the object in its message; guards see it as before. */
export function refused({ object, place }: GivenObject, error: unknown): never {
  const cause = asError(error)
  const message = `${place}: ${objectDescription(object)} was refused: ${cause.message}`
  const status = statusOf(error)
  if (status !== undefined) throw new StatusError({ ...status, message }, { cause })
  if (isMachineryError(error)) throw new MachineryError(error.code, message, { cause })
  throw new Error(message, { cause })
}

/** `ConfigMap "default/settings"`; of what has no kind only the name. */
export function objectDescription(object: KubernetesObject): string {
  const namespace = getNamespace(object)
  const name = JSON.stringify(namespace === '' ? getName(object) : `${namespace}/${getName(object)}`)
  const { kind } = groupVersionKindOf(object)
  return kind === '' ? name : `${kind} ${name}`
}
