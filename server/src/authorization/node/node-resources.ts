import type { AuthorizationAttributes } from '../authorizer.js'
import { type NodeGraph, type RelatedKind, related } from './node-graph.js'

/** A request of a node. */
export interface NodeRequest {
  readonly node: string
  readonly attributes: AuthorizationAttributes
  readonly graph: NodeGraph
}

/** Why a node may not do something, `''` where upstream has no words; `undefined` for what it may. */
export type NodeRule = (request: NodeRequest) => string | undefined

const leaseNamespace = 'kube-node-lease'

/** Kinds of which a node may reach some objects alone, by group and resource; the words are upstream's. */
export const resourceRules: ReadonlyMap<string, NodeRule> = new Map<string, NodeRule>([
  ['/secrets', readNamespaced('secret')],
  ['/configmaps', readNamespaced('configmap')],
  ['/persistentvolumeclaims', claimRule],
  ['/persistentvolumes', getAlone('persistentvolume')],
  ['resource.k8s.io/resourceclaims', getAlone('resourceclaim')],
  ['storage.k8s.io/volumeattachments', getAlone('volumeattachment')],
  ['/serviceaccounts', serviceAccountRule],
  ['coordination.k8s.io/leases', leaseRule],
  ['storage.k8s.io/csinodes', csiNodeRule],
  ['resource.k8s.io/resourceslices', resourceSliceRule],
  ['/nodes', nodeRule],
  ['/pods', podRule],
])

function isRelated(kind: RelatedKind, { node, attributes, graph }: NodeRequest): string | undefined {
  if (attributes.name === '') return 'No Object name found'
  if (graph.leads(related(kind, attributes.namespace, attributes.name), node)) return undefined
  return `no relationship found between node '${node}' and this object`
}

function getAlone(kind: RelatedKind): NodeRule {
  return (request) => {
    if (request.attributes.verb !== 'get') return 'can only get individual resources of this type'
    if (request.attributes.subresource !== '') return 'cannot get subresource'
    return isRelated(kind, request)
  }
}

function readNamespaced(kind: RelatedKind): NodeRule {
  return (request) => {
    const { verb, subresource, namespace } = request.attributes
    if (!['get', 'list', 'watch'].includes(verb)) return 'can only read resources of this type'
    if (subresource !== '') return 'cannot read subresource'
    if (namespace === '') return 'can only read namespaced object of this type'
    return isRelated(kind, request)
  }
}

function claimRule(request: NodeRequest): string | undefined {
  const { subresource, verb } = request.attributes
  if (subresource !== 'status') return getAlone('persistentvolumeclaim')(request)
  if (verb !== 'update' && verb !== 'patch') return 'can only get/update/patch this type'
  return isRelated('persistentvolumeclaim', request)
}

/** Kubelets read accounts for the plugins that pull images with their tokens. */
function serviceAccountRule(request: NodeRequest): string | undefined {
  const { verb, name, subresource } = request.attributes
  if (verb === 'get' && subresource === '') return readNamespaced('serviceaccount')(request)
  if (verb !== 'create' || name === '') return 'can only create tokens for individual service accounts'
  if (subresource !== 'token') return 'can only create token subresource of serviceaccount'
  return isRelated('serviceaccount', request)
}

const ownVerbs = ['get', 'create', 'update', 'patch', 'delete']

// The name of a new object is unknown here: the plugin NodeRestriction checks it.
function leaseRule({ node, attributes: { verb, namespace, name } }: NodeRequest): string | undefined {
  if (!ownVerbs.includes(verb)) return 'can only get, create, update, patch, or delete a node lease'
  if (namespace !== leaseNamespace) return `can only access leases in the "${leaseNamespace}" system namespace`
  if (verb === 'create' || name === node) return undefined
  return 'can only access node lease with the same name as the requesting node'
}

function csiNodeRule({ node, attributes: { verb, subresource, name } }: NodeRequest): string | undefined {
  if (!ownVerbs.includes(verb)) return 'can only get, create, update, patch, or delete a CSINode'
  if (subresource !== '') return 'cannot authorize CSINode subresources'
  if (verb === 'create' || name === node) return undefined
  return 'can only access CSINode with the same name as the requesting node'
}

function resourceSliceRule(request: NodeRequest): string | undefined {
  const { verb, subresource } = request.attributes
  if (subresource !== '') return 'cannot authorize ResourceSlice subresources'
  switch (verb) {
    case 'create':
      return undefined
    case 'get':
    case 'update':
    case 'patch':
    case 'delete':
      return isRelated('resourceslice', request)
    case 'watch':
    case 'list':
    case 'deletecollection':
      if (selectsNode(request, 'spec.nodeName')) return undefined
      return 'can only list/watch/deletecollection resourceslices with nodeName field selector'
    default:
      return 'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection'
  }
}

/** A kubelet may look for its node before the node is there: the name alone counts. */
function nodeRule({ node, attributes: { verb, subresource, name } }: NodeRequest): string | undefined {
  if (subresource === 'status') return verb === 'update' || verb === 'patch' ? undefined : ''
  if (subresource !== '') return ''
  if (['create', 'update', 'patch'].includes(verb)) return undefined
  if (!['get', 'list', 'watch'].includes(verb)) return ''
  if (name === node) return undefined
  if (name === '') return `node '${node}' cannot read all nodes, only its own Node object`
  return `node '${node}' cannot read '${name}', only its own Node object`
}

function podRule(request: NodeRequest): string | undefined {
  const { verb, subresource } = request.attributes
  switch (subresource) {
    case '':
      return podItselfRule(request)
    case 'status':
      return verb === 'update' || verb === 'patch' ? undefined : ''
    case 'eviction':
      return verb === 'create' ? undefined : ''
    default:
      return ''
  }
}

function podItselfRule(request: NodeRequest): string | undefined {
  const { verb, name } = request.attributes
  switch (verb) {
    case 'get':
      return isRelated('pod', request)
    case 'list':
    case 'watch':
      if (selectsNode(request, 'spec.nodeName')) return undefined
      if (name !== '') return isRelated('pod', request)
      return 'can only list/watch pods with spec.nodeName field selector'
    case 'create':
    case 'delete':
      return undefined
    default:
      return ''
  }
}

function selectsNode({ node, attributes }: NodeRequest, field: string): boolean {
  return (attributes.fieldSelector ?? []).some(
    ({ key, operator, value }) => key === field && operator === '=' && value === node,
  )
}
