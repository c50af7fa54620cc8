import type { Event } from 'apimachinery/api/core/v1'
import { MachineryError } from 'apimachinery/errors'
import { type Selector, selectorFromSet } from 'apimachinery/fields'
import { groupVersionKindOf, type KubernetesObject, type ObjectInit } from 'apimachinery/runtime'
import type { CreateCallOptions, Patch, PatchCallOptions, UpdateCallOptions } from '../rest/call-options.js'
import type { ListOf } from '../rest/list-class.js'
import { nameAndNamespace } from '../rest/name-and-namespace.js'
import { ResourceClient } from '../rest/resource-client.js'

/** Which object events are about. */
export interface InvolvedObject {
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly kind?: string | undefined
  readonly uid?: string | undefined
}

/** Operations of event clients beyond the verbs: they go to the namespace of the event. */
export class EventNamespaceExpansion<T extends KubernetesObject> extends ResourceClient<T> {
  /** Creates an event in its own namespace. @throws MachineryError `InvalidRequest` if the client is of another one */
  async createWithEventNamespace(event: T | ObjectInit<T>, options?: CreateCallOptions): Promise<T> {
    return this.#clientFor('create', event).create(event, options)
  }

  /** Replaces an event in its own namespace. @throws as {@link createWithEventNamespace} */
  async updateWithEventNamespace(event: T | ObjectInit<T>, options?: UpdateCallOptions): Promise<T> {
    return this.#clientFor('update', event).update(event, options)
  }

  /** Patches an event in its own namespace. @throws as {@link createWithEventNamespace} */
  async patchWithEventNamespace(event: T | ObjectInit<T>, patch: Patch, options?: PatchCallOptions): Promise<T> {
    return this.#clientFor('patch', event).patch(nameAndNamespace(event).name, patch, options)
  }

  #clientFor(verb: string, event: T | ObjectInit<T>): ResourceClient<T> {
    const { namespace = '' } = nameAndNamespace(event)
    const own = this.inNamespace ?? ''
    if (own !== '' && own !== namespace) {
      const message = `can't ${verb} an event with namespace '${namespace}' in namespace '${own}'`
      throw new MachineryError('InvalidRequest', message, { path: 'metadata.namespace' })
    }
    return namespace === ''
      ? new ResourceClient(this.rest, { ...this.kind, namespaced: undefined })
      : this.namespace(namespace)
  }
}

/** Operations of clients for the events of the core group beyond the verbs. */
export class EventExpansion<T extends Event> extends EventNamespaceExpansion<T> {
  /** The events about an object. @throws MachineryError `InvalidRequest` if the client is of another namespace */
  async search(object: KubernetesObject): Promise<ListOf<T>> {
    const { name, namespace = '' } = nameAndNamespace(object)
    const own = this.inNamespace ?? ''
    if (own !== '' && own !== namespace) {
      const message = `won't be able to find any events of namespace '${namespace}' in namespace '${own}'`
      throw new MachineryError('InvalidRequest', message, { path: 'metadata.namespace' })
    }
    const { kind } = groupVersionKindOf(object)
    const { uid } = (object as { metadata?: { uid?: string } }).metadata ?? {}
    const fieldSelector = this.fieldSelector({ name, namespace, kind: kind || undefined, uid: uid || undefined })
    return this.list({ fieldSelector })
  }

  /** The field selector of events about an object; what is not given is not looked at. */
  fieldSelector({ name, namespace, kind, uid }: InvolvedObject): Selector {
    const fields = { name, namespace, kind, uid }
    const given = Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [[`involvedObject.${field}`, value] as const],
    )
    return selectorFromSet(Object.fromEntries(given))
  }
}
