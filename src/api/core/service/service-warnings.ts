import { getWarningsForCIDR } from '../../../validation/cidr-rules.js'
import { fieldPath } from '../../../validation/field-path.js'
import { getWarningsForIP } from '../../../validation/ip-rules.js'
import type { StrategyContext } from '../../strategies/kind-strategy.js'
import { structsOf, textsOf } from '../../validation/go-values.js'
import type { Service } from '../v1/types.gen.js'
import { clusterIPsOf, specOf } from './service-facts.js'

const topologyHints = 'service.kubernetes.io/topology-aware-hints'

/** Warnings about a service: addresses in odd forms, fields that are ignored or deprecated. */
export function warningsForService(service: Service, { release }: Pick<StrategyContext, 'release'>): readonly string[] {
  const spec = specOf(service)
  const clusterIP = spec.clusterIP ?? ''
  const { type, loadBalancerIP } = spec
  const externalIPs = textsOf(spec.externalIPs)
  const headless = type === 'ClusterIP' && clusterIP === 'None'
  const isName = type === 'ExternalName'
  const path = fieldPath('spec')
  return [
    ...when(
      Object.hasOwn(service.metadata?.annotations ?? {}, topologyHints),
      `annotation ${topologyHints} is deprecated, please use service.kubernetes.io/topology-mode instead`,
    ),
    ...(clusterIP && clusterIP !== 'None' ? ipWarnings(clusterIPsOf(service), 'clusterIPs') : []),
    ...(headless ? headlessWarnings(service) : []),
    ...ipWarnings(externalIPs, 'externalIPs'),
    ...when(
      release.minor >= 36 && externalIPs.length > 0 && !headless && !isName,
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
    ),
    ...(loadBalancerIP ? getWarningsForIP(path.child('loadBalancerIP'), loadBalancerIP) : []),
    ...textsOf(spec.loadBalancerSourceRanges).flatMap((cidr, i) =>
      getWarningsForCIDR(path.child('loadBalancerSourceRanges').index(i), cidr),
    ),
    ...when(isName && externalIPs.length > 0, 'spec.externalIPs is ignored when spec.type is "ExternalName"'),
    ...when(!isName && !!spec.externalName, 'spec.externalName is ignored when spec.type is not "ExternalName"'),
    ...when(
      spec.trafficDistribution === 'PreferClose',
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ),
  ]
}

function when(condition: boolean, warning: string): readonly string[] {
  return condition ? [warning] : []
}

function ipWarnings(addresses: readonly string[], field: string): readonly string[] {
  return addresses.flatMap((address, i) => getWarningsForIP(fieldPath('spec', field).index(i), address))
}

function headlessWarnings(service: Service): readonly string[] {
  const { loadBalancerIP, externalIPs, sessionAffinity } = specOf(service)
  return [
    ...when(!!loadBalancerIP, 'spec.loadBalancerIP is ignored for headless services'),
    ...when(textsOf(externalIPs).length > 0, 'spec.externalIPs is ignored for headless services'),
    ...when(sessionAffinity !== 'None', 'spec.SessionAffinity is ignored for headless services'),
  ]
}

/** Warnings about a changed status of a service. */
export function warningsForServiceStatus({ status }: Service): readonly string[] {
  const path = fieldPath('status', 'loadBalancer', 'ingress')
  return structsOf(status?.loadBalancer?.ingress).flatMap(({ ip }, i) =>
    ip ? getWarningsForIP(path.index(i), ip) : [],
  )
}
