import type { RESTMapping } from 'apimachinery/meta'
import type { Unstructured } from 'apimachinery/runtime'
import type { Client } from '../client/client.js'
import { ResourceClient } from '../rest/resource-client.js'
import { kindOfResource } from '../rest/resource-kind.js'

/** One object that something is to be done with: where it is served, its name, and what is known of it. */
export interface ObjectInfo {
  readonly mapping: RESTMapping
  /** Empty for objects of the cluster. */
  readonly namespace: string
  readonly name: string
  /** The object of a manifest or of the server; undefined if only the name was given. */
  readonly object: Unstructured | undefined
  /** File that it comes from; empty without. */
  readonly source: string
}

/** The client of the resource that an object belongs to, in the object's namespace. */
export function resourceOf(
  client: Client,
  { mapping, namespace }: Pick<ObjectInfo, 'mapping' | 'namespace'>,
): ResourceClient<Unstructured> {
  const namespaced = mapping.scope.name === 'namespace'
  const kind = kindOfResource(mapping.resource, client.rest.options, namespaced)
  return new ResourceClient(client.rest, kind, namespaced ? namespace : undefined)
}

/** `deployment.apps`, `pod`: the kind as kubectl writes it. */
export function kindName({ groupVersionKind: { group, kind } }: Pick<RESTMapping, 'groupVersionKind'>): string {
  return group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`
}

/** `deployment.apps/web`: an object as kubectl writes it. */
export function objectName({ mapping, name }: Pick<ObjectInfo, 'mapping' | 'name'>): string {
  return `${kindName(mapping)}/${name === '' ? '<unknown>' : name}`
}
