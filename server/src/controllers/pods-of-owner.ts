import { Pod, type PodTemplateSpec } from 'apimachinery/api/core/v1'
import { getControllerOf, newControllerRef } from 'apimachinery/meta'
import { getUID, type KubernetesObject } from 'apimachinery/runtime'
import { type ControllerContext, isDeleting } from './controller.js'

/** Pods of one owner, by what has become of them. */
export interface OwnedPods {
  /** Neither finished nor being deleted. */
  readonly active: readonly Pod[]
  readonly succeeded: readonly Pod[]
  readonly failed: readonly Pod[]
}

/** The pods that an object controls. */
export function podsOf(owner: KubernetesObject, pods: readonly Pod[]): OwnedPods {
  const owned = pods.filter((pod) => getControllerOf(pod)?.uid === getUID(owner))
  const inPhase = (phase: string) => owned.filter(({ status }) => status?.phase === phase)
  const active = owned.filter((pod) => !isDeleting(pod) && !['Succeeded', 'Failed'].includes(pod.status?.phase ?? ''))
  return { active, succeeded: inPhase('Succeeded'), failed: inPhase('Failed') }
}

/** Whether the pod has the condition `Ready`. */
export function isReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false
}

/** Creates a pod from a template, controlled by `owner`. */
export async function createPod(
  { client }: ControllerContext,
  owner: KubernetesObject & {
    readonly metadata?: { readonly name?: string | undefined; readonly namespace?: string | undefined } | undefined
  },
  template: PodTemplateSpec | undefined,
): Promise<void> {
  const { name = '', namespace = '' } = owner.metadata ?? {}
  const metadata = {
    ...template?.metadata,
    name: undefined,
    namespace,
    generateName: `${name}-`,
    ownerReferences: [newControllerRef(owner)],
  }
  await client.create(new Pod({ metadata, spec: template?.spec }))
}

/** Deletes this pod: another one of its name stays. */
export async function deletePod(
  { client }: ControllerContext,
  pod: Pod,
  options: { readonly gracePeriodSeconds?: bigint } = {},
): Promise<void> {
  const { name = '', namespace = '', uid } = pod.metadata ?? {}
  await client
    .resource(Pod)
    .namespace(namespace)
    .delete(name, { ...options, preconditions: { uid } } as never)
}
