import { newInvalid } from '../../../errors/new-status-error.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { parseIPSloppy } from '../../../validation/ip-address.js'
import { Service, type ServiceSpec } from '../v1/types.gen.js'
import type { LegacyAddressOptions } from './legacy-addresses.js'
import { isIPv6Text, validateServiceClusterIPs } from './service-cluster-ips.js'
import { clusterIPsOf, ipFamiliesOf, specOf } from './service-facts.js'

/** Settings for the IP families of a service. */
export interface ServiceNetwork extends LegacyAddressOptions {
  /** IP families that the cluster has addresses of, that of services which name none first. */
  readonly families: readonly string[]
}

/** A specification to be changed in place. */
export function editableSpec(service: Service): ServiceSpec {
  service.spec ??= {}
  return service.spec
}

/** Reports whether two lists of texts are the same; absent and empty ones are. */
export function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i])
}

/** Aligns `clusterIP` and `clusterIPs` for clients that have only the first. */
export function normalizeClusterIPs(service: Service, old: Service | undefined): void {
  const spec = editableSpec(service)
  const clusterIP = spec.clusterIP ?? ''
  if (old === undefined) {
    if (clusterIP && clusterIPsOf(service).length === 0) spec.clusterIPs = [clusterIP]
    return
  }
  const given = specOf(old)
  const before = given.clusterIP ?? ''
  if (clusterIPsOf(old).length > 0 && clusterIPsOf(service).length === 0 && clusterIP === before) {
    spec.clusterIPs = [...clusterIPsOf(old)]
  }
  if (clusterIP === before || !sameTexts(clusterIPsOf(service), clusterIPsOf(old))) return
  if (before && !clusterIP) delete spec.clusterIPs
  else spec.clusterIPs = [clusterIP]
}

/**
 * Fills in the IP families and their policy of a service, from its addresses and from what the cluster has.
 *
 * Source: `initIPFamilyFields` of k8s.io/kubernetes/pkg/registry/core/service/storage.
 * @throws StatusError `Invalid` for families and addresses that contradict each other or the cluster.
 */
export function initIPFamilies(service: Service, old: Service | undefined, network: ServiceNetwork): void {
  const spec = editableSpec(service)
  if (spec.type === 'ExternalName' || keepsPreferredDualStack(service, old)) return
  const withoutSelector = spec.clusterIP === 'None' && Object.keys(spec.selector ?? {}).length === 0
  spec.ipFamilyPolicy ??= old?.spec?.ipFamilyPolicy ?? (withoutSelector ? 'RequireDualStack' : 'SingleStack')
  refuse(service, validateServiceClusterIPs(service, old, network))
  refuse(service, [
    ...(old === undefined ? [] : releaseSecond(service, old)),
    ...singleStackErrors(service),
    ...familiesOfAddresses(service, network),
  ])
  if (withoutSelector) completeWithoutSelector(spec, network)
  else {
    refuse(service, notConfiguredErrors(service, network))
    completeFamilies(spec, network)
  }
}

function refuse(service: Service, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw newInvalid(Service.groupVersionKind, service.metadata?.name ?? '', errors)
}

/** Reports whether an update leaves the addresses of a service as they are that took two families if there are two. */
export function keepsPreferredDualStack(service: Service, old: Service | undefined): boolean {
  if (old === undefined) return false
  const [now, before] = [specOf(service), specOf(old)]
  return (
    now.type === before.type &&
    ['ClusterIP', 'NodePort', 'LoadBalancer'].includes(now.type ?? '') &&
    now.ipFamilyPolicy === 'PreferDualStack' &&
    (before.ipFamilyPolicy ?? 'PreferDualStack') === 'PreferDualStack' &&
    sameTexts(clusterIPsOf(service), clusterIPsOf(old)) &&
    sameTexts(ipFamiliesOf(service), ipFamiliesOf(old))
  )
}

function policyError({ ipFamilyPolicy }: ServiceSpec, detail: string): FieldError {
  return invalid(fieldPath('spec', 'ipFamilyPolicy'), ipFamilyPolicy ?? null, detail).withJSONText()
}

/** A change to a single family drops the second address, if the client left it in place. */
function releaseSecond(service: Service, old: Service): FieldError[] {
  const spec = editableSpec(service)
  const [addresses, families] = [clusterIPsOf(service), ipFamiliesOf(service)]
  if (spec.ipFamilyPolicy === 'SingleStack') {
    if (sameTexts(addresses, clusterIPsOf(old)) && addresses.length > 1) spec.clusterIPs = addresses.slice(0, 1)
    if (sameTexts(families, ipFamiliesOf(old)) && families.length > 1) spec.ipFamilies = families.slice(0, 1)
    return []
  }
  const reduced = (now: readonly string[], before: readonly string[]) => now.length > 0 && now.length < before.length
  const detail = "must be 'SingleStack' to release the secondary"
  return [
    ...(reduced(addresses, clusterIPsOf(old)) ? [policyError(spec, `${detail} cluster IP`)] : []),
    ...(reduced(families, ipFamiliesOf(old)) ? [policyError(spec, `${detail} IP family`)] : []),
  ]
}

function singleStackErrors(service: Service): FieldError[] {
  const spec = specOf(service)
  if (spec.ipFamilyPolicy !== 'SingleStack') return []
  const detail = "must be 'RequireDualStack' or 'PreferDualStack' when multiple"
  return [
    ...(clusterIPsOf(service).length === 2 ? [policyError(spec, `${detail} cluster IPs are specified`)] : []),
    ...(ipFamiliesOf(service).length === 2 ? [policyError(spec, `${detail} IP families are specified`)] : []),
  ]
}

/** The IP families of a service by its addresses. */
function familiesOfAddresses(service: Service, network: ServiceNetwork): FieldError[] {
  const spec = editableSpec(service)
  const addresses = clusterIPsOf(service)
  const errors: FieldError[] = []
  const families = [...ipFamiliesOf(service)]
  for (const [i, address] of addresses.entries()) {
    if (address === 'None') break
    if (i < families.length) continue
    const family = familyOf(address)
    if (network.families.includes(family)) families.push(family)
    else {
      const path = fieldPath('spec', 'clusterIPs').index(i)
      errors.push(invalid(path, addresses, `${family} is not configured on this cluster`))
    }
  }
  if (families.length > 0) spec.ipFamilies = families
  return errors
}

function familyOf(address: string): string {
  if (isIPv6Text(address)) return 'IPv6'
  return parseIPSloppy(address) === undefined ? 'unknown' : 'IPv4'
}

function otherFamily(family: string | undefined): string {
  return family === 'IPv4' ? 'IPv6' : 'IPv4'
}

function completeWithoutSelector(spec: ServiceSpec, { families: [first = 'IPv4'] }: ServiceNetwork): void {
  const families = spec.ipFamilies?.length ? spec.ipFamilies : [first]
  const alone = families.length < 2 && spec.ipFamilyPolicy !== 'SingleStack'
  spec.ipFamilies = alone ? [...families, otherFamily(families[0])] : families
}

function notConfiguredErrors(service: Service, network: ServiceNetwork): FieldError[] {
  const spec = specOf(service)
  const single = spec.ipFamilyPolicy === 'RequireDualStack' && network.families.length < 2
  return [
    ...(single ? [policyError(spec, 'this cluster is not configured for dual-stack services')] : []),
    ...ipFamiliesOf(service).flatMap((family, i) =>
      network.families.includes(family)
        ? []
        : [invalid(fieldPath('spec', 'ipFamilies').index(i), family, 'not configured on this cluster').withJSONText()],
    ),
  ]
}

function completeFamilies(spec: ServiceSpec, network: ServiceNetwork): void {
  const [first = 'IPv4'] = network.families
  const families = spec.ipFamilies?.length ? spec.ipFamilies : [first]
  const both = spec.ipFamilyPolicy !== 'SingleStack' && families.length === 1 && network.families.length === 2
  spec.ipFamilies = both ? [...families, otherFamily(families[0])] : families
}
