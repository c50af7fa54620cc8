import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { isValidPortNum } from '../../../validation/number-rules.js'
import { validateQualifiedName } from '../../validation/field-rules.js'
import { isSet } from '../../validation/go-values.js'
import { requiredEnumErrors } from '../../validation/named-text.js'
import type { Service } from '../v1/types.gen.js'
import { isExternallyAccessible, needsHealthCheck, specOf } from './service-facts.js'

const trafficPolicies = ['Cluster', 'Local']
const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode']

/** Checks the routing of external traffic, and the health check port of nodes. */
export function validateExternalTraffic(service: Service): FieldError[] {
  const given = specOf(service)
  const policy = given.externalTrafficPolicy ?? ''
  const { healthCheckNodePort } = given
  return [
    ...externalPolicyErrors(policy ?? '', isExternallyAccessible(service)),
    ...healthCheckErrors(healthCheckNodePort ?? 0, needsHealthCheck(service)),
  ]
}

function externalPolicyErrors(policy: string, accessible: boolean): FieldError[] {
  const path = fieldPath('spec', 'externalTrafficPolicy')
  if (!accessible) {
    if (policy === '') return []
    return [invalid(path, policy, 'may only be set for externally-accessible services').withJSONText()]
  }
  return requiredEnumErrors(policy, trafficPolicies, path)
}

function healthCheckErrors(port: number, needed: boolean): FieldError[] {
  const path = fieldPath('spec', 'healthCheckNodePort')
  if (!needed) {
    const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
    return port === 0 ? [] : [invalid(path, port, detail)]
  }
  if (port === 0) return [required(path, '')]
  return isValidPortNum(port).map((problem) => invalid(path, port, problem))
}

/** Checks that the health check port of nodes does not change. */
export function validateHealthCheckPortChange(service: Service, old: Service): FieldError[] {
  if (!needsHealthCheck(service) || !needsHealthCheck(old)) return []
  if ((specOf(service).healthCheckNodePort ?? 0) === (specOf(old).healthCheckNodePort ?? 0)) return []
  return [forbidden(fieldPath('spec', 'healthCheckNodePort'), 'field is immutable')]
}

/** Checks how traffic from inside is sent on. */
export function validateInternalTraffic(service: Service): FieldError[] {
  const given = specOf(service)
  const type = given.type ?? ''
  const { internalTrafficPolicy: policy } = given
  const path = fieldPath('spec', 'internalTrafficPolicy')
  if (!isSet(policy)) return ['NodePort', 'LoadBalancer', 'ClusterIP'].includes(type) ? [required(path, '')] : []
  return trafficPolicies.includes(policy) ? [] : [notSupported(path, policy, trafficPolicies).withJSONText()]
}

/** Checks which endpoints are preferred. */
export function validateTrafficDistribution(service: Service): FieldError[] {
  const { trafficDistribution: distribution } = specOf(service)
  if (!isSet(distribution) || distributions.includes(distribution)) return []
  return [notSupported(fieldPath('spec', 'trafficDistribution'), distribution, distributions)]
}

/** Checks the class of a load balancer, which stays the same once set. */
export function validateLoadBalancerClass(service: Service, old?: Service): FieldError[] {
  const path = fieldPath('spec', 'loadBalancerClass')
  const { type, loadBalancerClass: now } = specOf(service)
  if (type !== 'LoadBalancer') {
    return isSet(now) ? [forbidden(path, "may only be used when `type` is 'LoadBalancer'")] : []
  }
  const before = old === undefined ? now : specOf(old).loadBalancerClass
  const changed = specOf(old ?? service).type === 'LoadBalancer' && (now ?? null) !== (before ?? null)
  return [
    ...(changed ? [invalid(path, now ?? null, 'may not change once set').withJSONText()] : []),
    ...(isSet(now) ? validateQualifiedName(now, path) : []),
  ]
}
