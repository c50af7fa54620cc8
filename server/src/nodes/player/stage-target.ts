import type { Client, ResourceClient } from '@apimachinery/client'
import type { CoreEventRecorder } from '@apimachinery/client/events'
import { Node, Pod } from 'apimachinery/api/core/v1'
import { isAlreadyExists } from 'apimachinery/errors'
import { type JSONObject, stringifyJSON } from 'apimachinery/json'
import { applyPatch } from 'apimachinery/patch'
import {
  getName,
  getNamespace,
  getUID,
  groupVersionKindOf,
  isTypedObject,
  type KubernetesObject,
  Unstructured,
} from 'apimachinery/runtime'
import type { RenderedPatch } from '../stages/patch-of-step.js'
import type { RenderedApply, StepActions } from '../stages/play-steps.js'

/** Through what stages act. */
export interface StageTargetOptions {
  readonly client: Client
  readonly events: CoreEventRecorder
  /** A client that acts as another user. */
  readonly clientAs: (userName: string) => Client
}

const fieldManager = 'kwok'

/** One object, and the requests that the steps of a stage send for it. */
export class StageTarget implements StepActions {
  readonly #options: StageTargetOptions
  readonly #object: KubernetesObject
  /** The last answer to a patch. */
  result: KubernetesObject | undefined

  constructor(options: StageTargetOptions, object: KubernetesObject) {
    this.#options = options
    this.#object = object
  }

  event({ type, reason, message }: Parameters<StepActions['event']>[0]): void {
    this.#options.events.event(this.#object, type === 'Warning' ? 'Warning' : 'Normal', reason, message)
  }

  async delete(): Promise<void> {
    // The informer may be late: what has the name now may be another object.
    const preconditions = { uid: getUID(this.#object) }
    await this.#options.client.delete(this.#object, { gracePeriodSeconds: 0, preconditions })
    this.result = undefined
  }

  /** Sends a patch that changes something. */
  async patch({ type, body, subresource, user }: RenderedPatch): Promise<void> {
    if (!changes(this.#object, { type, body })) return
    const client = user === undefined ? this.#options.client : this.#options.clientAs(user)
    const resource = await resourceOf(client, this.#object)
    const name = getName(this.#object)
    const sent = { type, body: type.name === 'json' ? body : withUID(body, getUID(this.#object)) }
    this.result = await (subresource === ''
      ? resource.patch(name, sent)
      : resource.subresource(subresource).patch(name, sent))
  }

  /** Creates an object, or patches the one that is there. */
  async apply({ type, object, subresource, user }: RenderedApply): Promise<void> {
    const client = user === undefined ? this.#options.client : this.#options.clientAs(user)
    const applied = new Unstructured(object)
    const resource = await client.resourceFor(groupVersionKindOf(applied))
    const namespace = getNamespace(applied) || getNamespace(this.#object)
    const scoped = resource.kind.namespaced === true ? resource.namespace(namespace) : resource
    const options = type.name === 'apply' ? { fieldManager, force: true } : {}
    const name = getName(applied)
    if (subresource !== '') {
      await scoped.subresource(subresource).patch(name, { type, body: object }, options)
      return
    }
    try {
      await scoped.create(applied)
    } catch (error) {
      if (!isAlreadyExists(error) || name === '') throw error
      await scoped.patch(name, { type, body: object }, options)
    }
  }
}

/** The resource of an object in its namespace. */
async function resourceOf(client: Client, object: KubernetesObject): Promise<ResourceClient<KubernetesObject>> {
  const resource = await kindOf(client, object)
  const namespace = getNamespace(object)
  return namespace === '' ? resource : resource.namespace(namespace)
}

/** Whether a patch changes an object, as far as that can be told here. */
function changes(object: KubernetesObject, { type, body }: Pick<RenderedPatch, 'type' | 'body'>): boolean {
  const isUntyped = !isTypedObject(object)
  if (type.name === 'apply' || (type.name === 'strategic' && isUntyped)) return true
  const patched = applyPatch(object, type.name === 'json' ? stringifyJSON(body) : body, { type })
  return stringifyJSON(patched) !== stringifyJSON(object)
}

function kindOf(
  client: Client,
  object: KubernetesObject,
): Promise<ResourceClient<KubernetesObject>> | ResourceClient<Pod> | ResourceClient<Node> {
  if (object instanceof Pod) return client.resource(Pod)
  if (object instanceof Node) return client.resource(Node)
  return client.resourceFor(groupVersionKindOf(object))
}

/** The patch is refused if another object has the name now. */
function withUID(body: RenderedPatch['body'], uid: string): RenderedPatch['body'] {
  if (Array.isArray(body)) return body
  const { metadata, ...rest } = body as JSONObject
  return { ...rest, metadata: { ...(metadata as JSONObject | undefined), uid } }
}
