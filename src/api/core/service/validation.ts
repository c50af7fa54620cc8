import { isValidCIDRForLegacyField } from '../../../validation/cidr-rules.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { isValidIPForLegacyField } from '../../../validation/ip-rules.js'
import { validateLabels } from '../../../validation/labels.js'
import { nameIsDNS1035Label, nameIsDNSLabel } from '../../../validation/object-name-rules.js'
import { validateDNS1123Subdomain } from '../../validation/field-rules.js'
import { isSet, memberOf, textsOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { trimSpace } from '../../validation/trim-space.js'
import type { Service, SessionAffinityConfig } from '../v1/types.gen.js'
import { validateEndpointIP } from './endpoint-ip.js'
import type { LegacyAddressOptions } from './legacy-addresses.js'
import { validateLoadBalancerStatus } from './load-balancer-status.js'
import { validateClusterIPChange, validateIPFamilyChange, validateServiceClusterIPs } from './service-cluster-ips.js'
import { clusterIPsOf, ipFamiliesOf, isHeadlessService, specOf } from './service-facts.js'
import { validateServiceHasPorts, validateServicePortNumbers, validateServicePorts } from './service-port.js'
import {
  validateExternalTraffic,
  validateHealthCheckPortChange,
  validateInternalTraffic,
  validateLoadBalancerClass,
  validateTrafficDistribution,
} from './service-traffic.js'

const topologyHints = 'service.kubernetes.io/topology-aware-hints'
const topologyMode = 'service.kubernetes.io/topology-mode'
const sourceRanges = 'service.beta.kubernetes.io/load-balancer-source-ranges'
const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']
const affinities = ['ClientIP', 'None']
const onlyLoadBalancer = "may only be used when `type` is 'LoadBalancer'"

/** Settings for checking a service. */
export interface ServiceOptions extends LegacyAddressOptions {
  /** The gate `RelaxedServiceNameValidation`: names may begin with a digit. */
  readonly relaxedNames: boolean
}

/** Checks a new Service. */
export function validateService(service: Service, options: ServiceOptions): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: options.relaxedNames ? nameIsDNSLabel : nameIsDNS1035Label }
  return [
    ...validateObjectMeta(service.metadata, rules, fieldPath('metadata')),
    ...serviceErrors(service, undefined, options),
  ]
}

/** Checks a changed Service. */
export function validateServiceUpdate(service: Service, old: Service, options: ServiceOptions): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(service.metadata, old.metadata, fieldPath('metadata')),
    ...validateClusterIPChange(service, old),
    ...validateIPFamilyChange(service, old),
    ...validateLoadBalancerClass(service, old),
    ...validateHealthCheckPortChange(service, old),
    ...serviceErrors(service, old, options),
  ]
}

/** Checks a changed status of a Service. */
export function validateServiceStatusUpdate(
  service: Service,
  old: Service,
  options: LegacyAddressOptions,
): readonly FieldError[] {
  const facts = { ...options, old: old.status?.loadBalancer, isLoadBalancer: specOf(service).type === 'LoadBalancer' }
  return [
    ...validateObjectMetaUpdate(service.metadata, old.metadata, fieldPath('metadata')),
    ...validateLoadBalancerStatus(service.status?.loadBalancer, facts, fieldPath('status', 'loadBalancer')),
  ]
}

function serviceErrors(service: Service, old: Service | undefined, options: ServiceOptions): FieldError[] {
  const path = fieldPath('spec')
  const given = specOf(service)
  const type = given.type ?? ''
  const { selector } = given
  return [
    ...topologyErrors(service),
    ...validateServiceHasPorts(service, path.child('ports')),
    ...typeErrors(service, path),
    ...validateServicePorts(service, path.child('ports')),
    ...validateLabels(selector, path.child('selector')),
    ...affinityErrors(service, path),
    ...validateServiceClusterIPs(service, old, options),
    ...externalIPErrors(service, old, options),
    ...(!type
      ? [required(path.child('type'), '')]
      : types.includes(type)
        ? []
        : [notSupported(path.child('type'), type, types).withJSONText()]),
    ...validateServicePortNumbers(service, path.child('ports')),
    ...sourceRangeErrors(service, old, options),
    ...nodePortAllocationErrors(service, path),
    ...validateLoadBalancerClass(service),
    ...validateExternalTraffic(service),
    ...validateInternalTraffic(service),
    ...validateTrafficDistribution(service),
  ]
}

function topologyErrors({ metadata }: Service): FieldError[] {
  const hints = memberOf(metadata?.annotations, topologyHints)
  const mode = memberOf(metadata?.annotations, topologyMode)
  if (hints === undefined || mode === undefined || hints === mode) return []
  const detail = `must match annotations[${topologyHints}] when both are specified`
  return [invalid(fieldPath('metadata', 'annotations').key(topologyMode), mode, detail)]
}

/** The rules of the type of a service for its addresses. */
function typeErrors(service: Service, path: FieldPath): FieldError[] {
  const { type } = specOf(service)
  if (type === 'ExternalName') return externalNameErrors(service, path)
  if ((type !== 'LoadBalancer' && type !== 'NodePort') || !isHeadlessService(service)) return []
  return [invalid(path.child('clusterIPs').index(0), 'None', `may not be set to 'None' for ${type} services`)]
}

function externalNameErrors(service: Service, path: FieldPath): FieldError[] {
  const { ipFamilyPolicy, externalName } = specOf(service)
  const detail = 'may not be set for ExternalName services'
  const name = (externalName ?? '').replace(/\.$/, '')
  return [
    ...(clusterIPsOf(service).length > 0 ? [forbidden(path.child('clusterIPs'), detail)] : []),
    ...(ipFamiliesOf(service).length > 0 ? [forbidden(path.child('ipFamilies'), detail)] : []),
    ...(isSet(ipFamilyPolicy) ? [forbidden(path.child('ipFamilyPolicy'), detail)] : []),
    ...(name === ''
      ? [required(path.child('externalName'), '')]
      : validateDNS1123Subdomain(name, path.child('externalName'))),
  ]
}

function affinityErrors(service: Service, path: FieldPath): FieldError[] {
  const { sessionAffinity: affinity, sessionAffinityConfig: config } = specOf(service)
  const at = path.child('sessionAffinityConfig')
  if (!affinity) return [required(path.child('sessionAffinity'), '')]
  if (affinity === 'ClientIP') return clientIPErrors(config, at)
  if (affinity === 'None') {
    return isSet(config) ? [forbidden(at, 'must not be set when session affinity is None')] : []
  }
  return [notSupported(path.child('sessionAffinity'), affinity, affinities).withJSONText()]
}

function clientIPErrors(config: SessionAffinityConfig | null | undefined, path: FieldPath): FieldError[] {
  const detail = 'when session affinity type is ClientIP'
  if (!isSet(config)) return [required(path, detail)]
  if (!isSet(config.clientIP)) return [required(path.child('clientIP'), detail)]
  const at = path.child('clientIP', 'timeoutSeconds')
  const { timeoutSeconds: seconds } = config.clientIP
  if (!isSet(seconds)) return [required(at, detail)]
  if (seconds > 0 && seconds <= 86_400) return []
  return [invalid(at, seconds, 'must be greater than 0 and less than 86400')]
}

function externalIPErrors(service: Service, old: Service | undefined, options: LegacyAddressOptions): FieldError[] {
  const validOld = old === undefined ? [] : textsOf(specOf(old).externalIPs)
  return textsOf(specOf(service).externalIPs).flatMap((ip, i) => {
    const path = fieldPath('spec', 'externalIPs').index(i)
    const errors = isValidIPForLegacyField(path, ip, { strict: options.strict, validOld })
    return errors.length > 0 ? errors : validateEndpointIP(ip, path)
  })
}

function sourceRangeErrors(service: Service, old: Service | undefined, options: LegacyAddressOptions): FieldError[] {
  const ranges = textsOf(specOf(service).loadBalancerSourceRanges).map(trimSpace)
  const elsewhere = specOf(service).type !== 'LoadBalancer'
  if (ranges.length > 0) {
    const path = fieldPath('spec', 'LoadBalancerSourceRanges')
    const validOld = old === undefined ? [] : textsOf(specOf(old).loadBalancerSourceRanges).map(trimSpace)
    return [
      ...(elsewhere ? [forbidden(path, onlyLoadBalancer)] : []),
      ...ranges.flatMap((range, i) =>
        isValidCIDRForLegacyField(path.index(i), range, { strict: options.strict, validOld }),
      ),
    ]
  }
  const annotation = memberOf(service.metadata?.annotations, sourceRanges)
  if (annotation === undefined) return []
  const path = fieldPath('metadata', 'annotations').key(sourceRanges)
  const errors = elsewhere ? [forbidden(path, onlyLoadBalancer)] : []
  const text = trimSpace(annotation ?? '')
  if (text === '' || memberOf(old?.metadata?.annotations, sourceRanges) === annotation) return errors
  const found = text
    .split(',')
    .flatMap((range) => isValidCIDRForLegacyField(path, trimSpace(range), { strict: options.strict }))
  return [...errors, ...found]
}

function nodePortAllocationErrors(service: Service, path: FieldPath): FieldError[] {
  const { allocateLoadBalancerNodePorts: allocate, type } = specOf(service)
  if (type !== 'LoadBalancer') {
    return isSet(allocate) ? [forbidden(path.child('allocateLoadBalancerNodePorts'), onlyLoadBalancer)] : []
  }
  return isSet(allocate) ? [] : [required(fieldPath('allocateLoadBalancerNodePorts'), '')]
}
