import { deepEqual } from '../../../descriptor/deep-equal.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { getWarningsForIP, isValidIPForLegacyField } from '../../../validation/ip-rules.js'
import { isValidPortNum } from '../../../validation/number-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateDNS1123Label, validateQualifiedName } from '../../validation/field-rules.js'
import { isSet, memberOf, structsOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validatePortProtocol } from '../container/port-protocol.js'
import { validateEndpointIP } from '../service/endpoint-ip.js'
import type { LegacyAddressOptions } from '../service/legacy-addresses.js'
import { endpointsDescriptor } from '../v1/descriptors.gen.js'
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from '../v1/types.gen.js'

/** Checks new Endpoints. */
export function validateEndpoints(endpoints: Endpoints, options: LegacyAddressOptions): readonly FieldError[] {
  return [...metadataErrors(endpoints), ...subsetErrors(endpoints, options)]
}

function metadataErrors({ metadata }: Endpoints): FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return validateObjectMeta(metadata, rules, fieldPath('metadata'))
}

/** Checks changed Endpoints; subsets that stay the same may be wrong. */
export function validateEndpointsUpdate(
  endpoints: Endpoints,
  old: Endpoints,
  options: LegacyAddressOptions,
): readonly FieldError[] {
  const found = subsetErrors(endpoints, options)
  const excused =
    found.length > 0 && deepEqual(endpointsDescriptor, { subsets: old.subsets }, { subsets: endpoints.subsets })
  return [
    ...validateObjectMetaUpdate(endpoints.metadata, old.metadata, fieldPath('metadata')),
    ...metadataErrors(endpoints),
    ...(excused ? [] : found),
  ]
}

function subsetErrors({ subsets }: Endpoints, options: LegacyAddressOptions): FieldError[] {
  return structsOf(subsets).flatMap((subset, i) => errorsOfSubset(subset, options, fieldPath('subsets').index(i)))
}

function errorsOfSubset(subset: EndpointSubset, options: LegacyAddressOptions, path: FieldPath): FieldError[] {
  const [ready, notReady, ports] = [
    structsOf(subset.addresses),
    structsOf(subset.notReadyAddresses),
    structsOf(subset.ports),
  ]
  const empty = ready.length === 0 && notReady.length === 0
  const addressErrors = (addresses: readonly EndpointAddress[], name: string) =>
    addresses.flatMap((address, i) => errorsOfAddress(address, options, path.child(name).index(i)))
  return [
    ...(empty ? [required(path, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...addressErrors(ready, 'addresses'),
    ...addressErrors(notReady, 'notReadyAddresses'),
    ...ports.flatMap((port, i) => errorsOfPort(port, ports.length > 1, path.child('ports').index(i))),
  ]
}

function errorsOfAddress(address: EndpointAddress, options: LegacyAddressOptions, path: FieldPath): FieldError[] {
  const { hostname, nodeName } = address
  const ip = address.ip ?? ''
  return [
    ...isValidIPForLegacyField(path.child('ip'), ip, { strict: options.strict }),
    ...(hostname ? validateDNS1123Label(hostname, path.child('hostname')) : []),
    ...(isSet(nodeName)
      ? nameIsDNSSubdomain(nodeName, false).map((problem) => invalid(path.child('nodeName'), nodeName, problem))
      : []),
    ...validateEndpointIP(ip, path.child('ip')),
  ]
}

function errorsOfPort(port: EndpointPort, requireName: boolean, path: FieldPath): FieldError[] {
  const { name, appProtocol } = port
  const number = port.port ?? 0
  const nameErrors = requireName ? [required(path.child('name'), '')] : []
  return [
    ...(name ? validateDNS1123Label(name, path.child('name')) : nameErrors),
    ...isValidPortNum(number).map((problem) => invalid(path.child('port'), number, problem)),
    ...validatePortProtocol(port.protocol, path.child('protocol')),
    ...(isSet(appProtocol) ? validateQualifiedName(appProtocol, path.child('appProtocol')) : []),
  ]
}

/** Warnings about addresses in odd forms, save where the endpoints controller wrote them. */
export function warningsForEndpoints({ metadata, subsets }: Endpoints): readonly string[] {
  if (memberOf(metadata?.labels, 'endpoints.kubernetes.io/managed-by') === 'endpoint-controller') return []
  return structsOf(subsets).flatMap((subset, i) =>
    (['addresses', 'notReadyAddresses'] as const).flatMap((name) =>
      structsOf(subset[name]).flatMap(({ ip }, j) =>
        getWarningsForIP(fieldPath('subsets').index(i).child(name).index(j).child('ip'), ip ?? ''),
      ),
    ),
  )
}
