import { Binding, type Pod } from 'apimachinery/api/core/v1'
import { validateBinding } from 'apimachinery/api/validation/core'
import { deepCopy } from 'apimachinery/descriptor'
import { isStatusError, newBadRequest, newConflict } from 'apimachinery/errors'
import { ensureMetadata } from 'apimachinery/meta'
import { Status } from 'apimachinery/meta/v1'
import { type Encodable, encodable } from '../../../registry/encodable.js'
import { interpretStorageError } from '../../../registry/interpret-storage-error.js'
import { readMetadata } from '../../../registry/read-metadata.js'
import type { CreateRequest, ResourceStorage } from '../../../registry/resource-storage.js'
import type { Store } from '../../../registry/store.js'
import { writeUnlessDry } from '../../../registry/write-unless-dry.js'
import type { RequestContext } from '../../../request/request-context.js'
import { preconditionsOf } from '../../../storage/preconditions.js'
import { setPodCondition } from './pod-condition.js'

/**
 * The subresource `binding`: a scheduler says which node a pod runs on, once.
 *
 * Source: `BindingREST` of pkg/registry/core/pod/storage of Kubernetes.
 */
export function podBindingStore(pods: Store<Pod>): ResourceStorage<Binding> {
  return {
    type: Binding,
    namespaced: true,
    preservesSystemMetadata: true,
    createNamed: (context, binding, request) => bind(pods, context, { name: request.name, binding, request }),
  }
}

/** The resource `bindings`: the same, with the pod's name in the body. */
export function bindingStore(pods: Store<Pod>): ResourceStorage<Binding> {
  return {
    type: Binding,
    namespaced: true,
    create: (context, binding, request) =>
      bind(pods, context, { name: readMetadata(binding).name ?? '', binding, request }),
  }
}

interface Bind {
  readonly name: string
  readonly binding: Binding
  readonly request: CreateRequest<Binding>
}

async function bind(
  pods: Store<Pod>,
  context: RequestContext,
  { name, binding, request }: Bind,
): Promise<Encodable<Status>> {
  if (name !== readMetadata(binding).name) throw newBadRequest('name in URL does not match name in Binding object')
  const errors = validateBinding(binding)
  if (errors.length > 0) {
    const texts = errors.map(({ message }) => message)
    // No Status: upstream answers 500.
    throw new Error(texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`)
  }
  await request.validate?.(deepCopy(binding))
  try {
    await writeUnlessDry(pods.options, context, {
      key: pods.keys.object(context.namespace, name),
      options: request.options,
      preconditions: preconditionsOf(readMetadata(binding)),
      tryUpdate: async (current) => {
        const pod = deepCopy(current!.object)
        assign(pod, binding, new Date(context.clock.now()))
        return { object: pod }
      },
    })
  } catch (error) {
    const translated = interpretStorageError(error, 'update', { resource: { group: '', resource: 'pods' }, name })
    if (isStatusError(translated)) throw translated
    throw newConflict({ group: '', resource: 'pods/binding' }, name, translated as Error)
  }
  return encodable(new Status({ status: 'Success' }))
}

function assign(pod: Pod, binding: Binding, now: Date): void {
  const { name = '' } = readMetadata(pod)
  if (readMetadata(pod).deletionTimestamp) {
    throw new Error(`pod ${name} is being deleted, cannot be assigned to a host`)
  }
  const { nodeName, schedulingGates = [] } = pod.spec ?? {}
  if (nodeName) throw new Error(`pod ${name} is already assigned to node ${JSON.stringify(nodeName)}`)
  if (schedulingGates.length > 0) throw new Error(`pod ${name} has non-empty .spec.schedulingGates`)
  const metadata = ensureMetadata(pod)
  const { annotations = {}, labels = {} } = readMetadata(binding)
  if (Object.keys(annotations).length > 0) metadata.annotations = { ...metadata.annotations, ...annotations }
  // Labels of the topology are for pods that do not say otherwise.
  if (Object.keys(labels).length > 0) metadata.labels = { ...labels, ...metadata.labels }
  pod.spec = { ...pod.spec, containers: pod.spec?.containers ?? [], nodeName: binding.target?.name ?? '' }
  setPodCondition(pod, { type: 'PodScheduled', status: 'True' }, now)
  if (pod.status !== undefined) delete pod.status.nominatedNodeName
}
