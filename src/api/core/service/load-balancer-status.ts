import { isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { parseIPSloppy } from '../../../validation/ip-address.js'
import { isValidIPForLegacyField } from '../../../validation/ip-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import type { LoadBalancerIngress, LoadBalancerStatus } from '../v1/types.gen.js'
import type { LegacyAddressOptions } from './legacy-addresses.js'

const ipModes = ['Proxy', 'VIP']

/** Input of the check of a status besides it. */
export interface LoadBalancerFacts extends LegacyAddressOptions {
  readonly old: LoadBalancerStatus | null | undefined
  /** The service is one of a load balancer. */
  readonly isLoadBalancer: boolean
}

/** Checks the addresses that a load balancer gave to a service. */
export function validateLoadBalancerStatus(
  status: LoadBalancerStatus | null | undefined,
  facts: LoadBalancerFacts,
  path: FieldPath,
): FieldError[] {
  const ingresses = structsOf(status?.ingress)
  if (!facts.isLoadBalancer && ingresses.length > 0) {
    return [forbidden(path.child('ingress'), "may only be used when `spec.type` is 'LoadBalancer'")]
  }
  const validOld = structsOf(facts.old?.ingress).flatMap(({ ip }) => (ip ? [ip] : []))
  return ingresses.flatMap((ingress, i) => {
    const at = path.child('ingress').index(i)
    return [
      ...(ingress.ip ? isValidIPForLegacyField(at.child('ip'), ingress.ip, { strict: facts.strict, validOld }) : []),
      ...ipModeErrors(ingress, at.child('ipMode')),
      ...validateLoadBalancerHostname(ingress.hostname, at.child('hostname')),
    ]
  })
}

function ipModeErrors({ ip, ipMode }: LoadBalancerIngress, path: FieldPath): FieldError[] {
  if (!isSet(ipMode)) return ip ? [required(path, 'must be specified when `ip` is set')] : []
  if (!ip) return [forbidden(path, 'may not be specified when `ip` is not set')]
  return ipModes.includes(ipMode) ? [] : [notSupported(path, ipMode, ipModes).withJSONText()]
}

/** Checks the host name that a load balancer gave: a DNS name, no address. */
export function validateLoadBalancerHostname(hostname: string | null | undefined, path: FieldPath): FieldError[] {
  if (!hostname) return []
  const errors = isDNS1123Subdomain(hostname).map((problem) => invalid(path, hostname, problem))
  if (parseIPSloppy(hostname) === undefined) return errors
  return [...errors, invalid(path, hostname, 'must be a DNS name, not an IP address')]
}
