import type { Service } from 'apimachinery/api/core/v1'
import { newQuantity, type Quantity } from 'apimachinery/resource'
import type { KubernetesObject } from 'apimachinery/runtime'
import { oneQuantity, type ResourceAmounts, zeroQuantity } from '../../resource-amounts.js'
import { intersection, objectCountName, type QuotaEvaluator } from './evaluator.js'

const resource = { group: '', resource: 'services' }
const names = [objectCountName(resource), 'services', 'services.nodeports', 'services.loadbalancers']

/** Counts services, their node ports and load balancers. Source: pkg/quota/v1/evaluator/core/services.go of Kubernetes. */
export const serviceEvaluator: QuotaEvaluator = {
  resource,
  handles: ({ operation, subresource }) => subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),
  matchingResources: (all) => intersection(all, names),
  matchesScope: () => false,
  usage: (object: KubernetesObject) => serviceUsage(object as Service),
}

function serviceUsage({ spec }: Service): ResourceAmounts {
  const balanced = spec?.type === 'LoadBalancer'
  return new Map<string, Quantity>([
    [objectCountName(resource), oneQuantity],
    ['services', oneQuantity],
    ['services.loadbalancers', balanced ? oneQuantity : zeroQuantity],
    ['services.nodeports', newQuantity(nodePorts(spec), 'DecimalSI')],
  ])
}

/** Node ports are not allocated yet: what counts is what will be. */
function nodePorts(spec: Service['spec']): number {
  const ports = spec?.ports ?? []
  if (spec?.type === 'NodePort') return ports.length
  if (spec?.type !== 'LoadBalancer') return 0
  if (spec.allocateLoadBalancerNodePorts !== false) return ports.length
  return ports.filter(({ nodePort }) => (nodePort ?? 0) !== 0).length
}
