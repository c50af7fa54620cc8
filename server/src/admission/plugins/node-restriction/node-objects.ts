import { Node, PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { deepEqual } from 'apimachinery/descriptor'
import { getLabels, getName } from 'apimachinery/runtime'
import type { AdmissionAttributes } from '../../attributes.js'
import { forbidden } from '../../forbidden.js'
import type { NodeCheck } from './node-check.js'

/** Nodes change themselves only, and neither their taints, nor their owners, nor labels that others decide by. */
export const checkNode: NodeCheck = (node, attributes) => {
  const quoted = JSON.stringify(node)
  if (attributes.name !== node) {
    // Only the object has the name of a new node.
    const other = attributes.name || (attributes.object === undefined ? '' : getName(attributes.object))
    if (other !== node) {
      throw forbidden(attributes, `node ${quoted} is not allowed to modify node ${JSON.stringify(other)}`)
    }
  }
  if (attributes.operation === 'CREATE') return checkNewNode(node, attributes)
  if (attributes.operation === 'UPDATE') checkChangedNode(node, attributes)
}

function checkNewNode(node: string, attributes: AdmissionAttributes): void {
  const { spec } = attributes.object as Node
  const quoted = JSON.stringify(node)
  if (spec?.configSource) {
    throw forbidden(attributes, `node ${quoted} is not allowed to create pods with a non-nil configSource`)
  }
  const labels = forbiddenLabels(changedLabels(attributes))
  if (labels.length === 0) return
  throw forbidden(attributes, `node ${quoted} is not allowed to set the following labels: ${labels.join(', ')}`)
}

function checkChangedNode(node: string, attributes: AdmissionAttributes): void {
  const [{ spec, metadata }, old] = [attributes.object as Node, attributes.oldObject as Node]
  const quoted = JSON.stringify(node)
  const isSame = (part: object, before: object): boolean => deepEqual(Node.descriptor, part, before)
  const { configSource, taints } = spec ?? {}
  if (configSource && !isSame({ spec: { configSource } }, { spec: { configSource: old.spec?.configSource } })) {
    throw forbidden(attributes, `node ${quoted} is not allowed to update configSource to a new non-nil configSource`)
  }
  if (!isSame({ spec: { taints } }, { spec: { taints: old.spec?.taints } })) {
    throw forbidden(attributes, `node ${quoted} is not allowed to modify taints`)
  }
  // The garbage collector would remove a node that owns itself by a false reference, and let it come back without its taints.
  const ownedBy = (ownerReferences: unknown): object => ({ metadata: { ownerReferences } })
  if (!isSame(ownedBy(metadata?.ownerReferences), ownedBy(old.metadata?.ownerReferences))) {
    throw forbidden(attributes, `node ${quoted} is not allowed to modify ownerReferences`)
  }
  const labels = forbiddenLabels(changedLabels(attributes))
  if (labels.length > 0) throw forbidden(attributes, `is not allowed to modify labels: ${labels.join(', ')}`)
}

function changedLabels({ object, oldObject }: AdmissionAttributes): string[] {
  const after = (object === undefined ? undefined : getLabels(object)) ?? {}
  const before = (oldObject === undefined ? undefined : getLabels(oldObject)) ?? {}
  return [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .filter((key) => after[key] !== before[key])
    .sort()
}

/** Labels that kubelets may set although their prefix is that of Kubernetes. Source: k8s.io/kubelet/pkg/apis. */
const kubeletLabels = [
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'beta.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'node.kubernetes.io/windows-build',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
]
const kubeletPrefixes = ['kubelet.kubernetes.io', 'node.kubernetes.io']

function forbiddenLabels(keys: readonly string[]): string[] {
  return keys.filter((key) => {
    const prefix = key.includes('/') ? key.split('/', 1)[0]! : ''
    if (isIn(prefix, 'node-restriction.kubernetes.io')) return true
    const ofKubernetes = isIn(prefix, 'kubernetes.io') || isIn(prefix, 'k8s.io')
    return ofKubernetes && !kubeletLabels.includes(key) && !kubeletPrefixes.some((each) => isIn(prefix, each))
  })
}

function isIn(prefix: string, domain: string): boolean {
  return prefix === domain || prefix.endsWith(`.${domain}`)
}

/** Nodes report how large the volumes of claims have become, and change nothing else in them. */
export const checkClaimStatus: NodeCheck = (node, attributes) => {
  if (attributes.subresource !== 'status') throw forbidden(attributes, 'may only update PVC status')
  if (attributes.operation !== 'UPDATE') {
    throw forbidden(attributes, `unexpected operation ${JSON.stringify(attributes.operation)}`)
  }
  const [claim, old] = [attributes.object, attributes.oldObject].map((each) =>
    withoutReport(each as PersistentVolumeClaim),
  )
  if (deepEqual(PersistentVolumeClaim.descriptor, claim, old)) return
  throw forbidden(
    attributes,
    `node ${JSON.stringify(node)} is not allowed to update fields other than status.quantity and status.conditions`,
  )
}

function withoutReport({ metadata, spec, status }: PersistentVolumeClaim): object {
  const { resourceVersion: _, managedFields: __, ...kept } = metadata ?? {}
  const { capacity: _c, conditions: _d, allocatedResources: _a, allocatedResourceStatuses: _s, ...rest } = status ?? {}
  return { metadata: kept, spec, status: rest }
}
