import type { Client } from '@apimachinery/client'
import { Pod, type PodTemplateSpec } from 'apimachinery/api/core/v1'
import { hasStatusCause, isConflict, isNotFound, MachineryError, messageOf } from 'apimachinery/errors'
import { newControllerRef } from 'apimachinery/meta'
import { PatchType } from 'apimachinery/patch'
import { getName, getNamespace, type KubernetesObject } from 'apimachinery/runtime'

/** Longest name of a pod. */
const longestName = 253

/** As whom pods are written, and where events go. */
export interface PodControlContext {
  readonly client: Client
  readonly events: {
    event(object: KubernetesObject, type: 'Normal' | 'Warning', reason: string, message: string): void
  }
}

/** How {@link PodControl.createFromTemplate} makes a pod. */
export interface FromTemplateOptions {
  /** Begins the name of the pod; default: the name of the owner. */
  readonly generateName?: string | undefined
}

/**
 * Creates and deletes pods for controllers, and says so in events of their owners.
 *
 * Source: `RealPodControl` of pkg/controller of Kubernetes.
 */
export class PodControl {
  readonly #context: PodControlContext

  constructor(context: PodControlContext) {
    this.#context = context
  }

  /** Creates a pod from a template, controlled by `owner`. @throws as {@link create} */
  createFromTemplate(
    owner: KubernetesObject,
    template: PodTemplateSpec,
    { generateName }: FromTemplateOptions = {},
  ): Promise<Pod> {
    const pod = podFromTemplate(owner, template)
    return this.create(
      owner,
      generateName === undefined ? pod : new Pod({ ...pod, metadata: { ...pod.metadata, generateName } }),
    )
  }

  /**
   * Creates a pod in the namespace of `owner`.
   *
   * @throws StatusError of the server, after an event unless the namespace is being deleted; MachineryError `InvalidValue` for a pod without labels.
   */
  async create(owner: KubernetesObject, pod: Pod): Promise<Pod> {
    if (Object.keys(pod.metadata?.labels ?? {}).length === 0) {
      throw new MachineryError('InvalidValue', 'unable to create pods, no labels')
    }
    const { client, events } = this.#context
    try {
      const created = await client.resource(Pod).namespace(getNamespace(owner)).create(pod)
      events.event(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${created.metadata?.name}`)
      return created
    } catch (error) {
      if (!hasStatusCause(error, 'NamespaceTerminating')) {
        events.event(owner, 'Warning', 'FailedCreate', `Error creating: ${messageOf(error)}`)
      }
      throw error
    }
  }

  /**
   * Deletes this pod: another one of its name stays.
   *
   * @returns whether it was there. @throws StatusError of the server, after an event.
   */
  async delete(owner: KubernetesObject, pod: Pod): Promise<boolean> {
    const { client, events } = this.#context
    const { name = '', namespace = '', uid } = pod.metadata ?? {}
    try {
      await client.resource(Pod).namespace(namespace).delete(name, { preconditions: { uid } })
    } catch (error) {
      if (isNotFound(error) || isConflict(error)) return false
      events.event(owner, 'Warning', 'FailedDelete', `Error deleting: ${messageOf(error)}`)
      throw new Error(`unable to delete pods: ${messageOf(error)}`, { cause: error })
    }
    events.event(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`)
    return true
  }

  /** Changes a pod by a strategic merge patch. */
  async patch(pod: Pod, body: object): Promise<void> {
    const { client } = this.#context
    await client
      .resource(Pod)
      .namespace(getNamespace(pod))
      .patch(getName(pod), { type: PatchType.StrategicMerge, body })
  }
}

/** A pod of a template, controlled by `owner`, whose name begins with that of `owner`. Source: `GetPodFromTemplate` of pkg/controller of Kubernetes. */
export function podFromTemplate(owner: KubernetesObject, template: PodTemplateSpec): Pod {
  const { labels, annotations, finalizers } = template.metadata ?? {}
  const prefix = `${getName(owner)}-`
  const generateName = prefix.length > longestName ? getName(owner) : prefix
  const metadata = { generateName, labels, annotations, finalizers, ownerReferences: [newControllerRef(owner)] }
  return new Pod({ metadata, spec: template.spec })
}
