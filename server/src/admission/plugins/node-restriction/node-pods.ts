import { isDeepStrictEqual } from 'node:util'
import { Pod, type PodSpec } from 'apimachinery/api/core/v1'
import { deepEqual } from 'apimachinery/descriptor'
import { newNotFound } from 'apimachinery/errors'
import { getLabels, getName, getUID } from 'apimachinery/runtime'
import { configMapsOf, isMirrorPod, secretsOf } from '../../../internal/pod-references.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { forbidden } from '../../forbidden.js'
import type { NodeCheck, NodeRestrictionState } from './node-check.js'

const mirrorAnnotation = '"kubernetes.io/config.mirror"'

/** Nodes create mirror pods, and delete pods that run on them. */
export const checkPod: NodeCheck = async (node, attributes, state) => {
  const { operation } = attributes
  if (operation === 'CREATE') return checkMirrorPod(node, attributes, state)
  if (operation !== 'DELETE') {
    throw forbidden(
      attributes,
      `unexpected operation ${JSON.stringify(operation)}, node ${JSON.stringify(node)} can only create and delete mirror pods`,
    )
  }
  const pod = await existingPod(attributes, attributes.name, state)
  if (pod.spec?.nodeName === node) return
  throw forbidden(attributes, `node ${JSON.stringify(node)} can only delete pods with spec.nodeName set to itself`)
}

async function checkMirrorPod(
  node: string,
  attributes: AdmissionAttributes,
  state: NodeRestrictionState,
): Promise<void> {
  const pod = attributes.object as Pod
  const spec = pod.spec ?? { containers: [] }
  const quoted = JSON.stringify(node)
  if (!isMirrorPod(pod)) {
    throw forbidden(
      attributes,
      `pod does not have ${mirrorAnnotation} annotation, node ${quoted} can only create mirror pods`,
    )
  }
  if (spec.nodeName !== node) {
    throw forbidden(attributes, `node ${quoted} can only create pods with spec.nodeName set to itself`)
  }
  await checkOwner(node, attributes, state)
  const referred = referredObjects(spec)
  if (referred !== undefined)
    throw forbidden(attributes, `node ${quoted} can not create pods that reference ${referred}`)
}

async function checkOwner(node: string, attributes: AdmissionAttributes, state: NodeRestrictionState): Promise<void> {
  const owners = (attributes.object as Pod).metadata?.ownerReferences ?? []
  const refused = (detail: string): Error => forbidden(attributes, `node ${JSON.stringify(node)} ${detail}`)
  const [owner] = owners
  if (owners.length > 1) throw refused('can only create pods with a single owner reference set to itself')
  if (owner === undefined || owner.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) {
    throw refused('can only create pods with an owner reference set to itself')
  }
  if (owner.controller !== true) throw refused('can only create pods with a controller owner reference set to itself')
  if (owner.blockOwnerDeletion === true) throw refused('must not set blockOwnerDeletion on an owner reference')
  const found = await state.liveNode(node)
  if (found === undefined) throw newNotFound({ group: '', resource: 'nodes' }, node)
  if (owner.uid === getUID(found)) return
  throw forbidden(attributes, `node ${node} UID mismatch: expected ${owner.uid} got ${getUID(found)}`)
}

/** The first kind of other objects that a pod refers to. */
function referredObjects(spec: PodSpec): string | undefined {
  if (spec.serviceAccountName) return 'a service account'
  if (secretsOf(spec).length > 0) return 'secrets'
  if (configMapsOf(spec).length > 0) return 'configmaps'
  if ((spec.resourceClaims ?? []).length > 0) return 'resourceclaims'
  const volumes = spec.volumes ?? []
  const hasBundle = volumes.some(({ projected }) => (projected?.sources ?? []).some((each) => each.clusterTrustBundle))
  if (hasBundle) return 'clustertrustbundles'
  return volumes.some((volume) => volume.persistentVolumeClaim) ? 'persistentvolumeclaims' : undefined
}

/** Nodes report on the pods that run on them, and change nothing else in them. */
export const checkPodStatus: NodeCheck = (node, attributes) => {
  const [pod, old] = [attributes.object as Pod, attributes.oldObject as Pod]
  const quoted = JSON.stringify(node)
  if (attributes.operation !== 'UPDATE') {
    throw forbidden(attributes, `unexpected operation ${JSON.stringify(attributes.operation)}`)
  }
  if (old.spec?.nodeName !== node) {
    throw forbidden(attributes, `node ${quoted} can only update pod status for pods with spec.nodeName set to itself`)
  }
  if (!isDeepStrictEqual({ ...getLabels(old) }, { ...getLabels(pod) })) {
    throw forbidden(attributes, `node ${quoted} cannot update labels through pod status`)
  }
  const claims = ({ status }: Pod) =>
    (status?.resourceClaimStatuses ?? []).map(({ name, resourceClaimName }) => [name, resourceClaimName ?? null])
  if (!isDeepStrictEqual(claims(old), claims(pod))) {
    throw forbidden(attributes, `node ${quoted} cannot update resource claim statues`)
  }
  // A node may read the claims that the status of its pods names.
  const extended = ({ status }: Pod): object => ({
    status: { extendedResourceClaimStatus: status?.extendedResourceClaimStatus },
  })
  if (deepEqual(Pod.descriptor, extended(old), extended(pod))) return
  throw forbidden(attributes, `node ${quoted} cannot update extended resource claim status`)
}

/** Nodes evict the pods that run on them. */
export const checkPodEviction: NodeCheck = async (node, attributes, state) => {
  const { operation, object } = attributes
  if (operation !== 'CREATE') throw forbidden(attributes, `unexpected operation ${operation}`)
  const name = attributes.name || (object === undefined ? '' : getName(object))
  if (name === '') throw forbidden(attributes, 'could not determine pod from request data')
  const pod = await existingPod(attributes, name, state)
  if (pod.spec?.nodeName === node) return
  throw forbidden(attributes, `node ${node} can only evict pods with spec.nodeName set to itself`)
}

async function existingPod(
  { namespace }: AdmissionAttributes,
  name: string,
  { livePod }: NodeRestrictionState,
): Promise<Pod> {
  const pod = await livePod(namespace, name)
  if (pod === undefined) throw newNotFound({ group: '', resource: 'pods' }, name)
  return pod
}
