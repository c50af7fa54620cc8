import { deepEqual } from '../../../descriptor/deep-equal.js'
import { isFullyQualifiedDomainName } from '../../../validation/domain-rules.js'
import {
  duplicate,
  type FieldError,
  internalError,
  invalid,
  required,
  tooMany,
} from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { isIPv4Bytes, parseIPSloppy } from '../../../validation/ip-address.js'
import { getWarningsForIP, isValidIP, isValidIPForLegacyField } from '../../../validation/ip-rules.js'
import { isValidLabelValue } from '../../../validation/label-value.js'
import { validateLabels } from '../../../validation/labels.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { portProtocols } from '../../core/container/port-protocol.js'
import { validateEndpointIP } from '../../core/service/endpoint-ip.js'
import type { LegacyAddressOptions } from '../../core/service/legacy-addresses.js'
import { validateDNS1123Label, validateQualifiedName } from '../../validation/field-rules.js'
import { isSet, memberOf, structsOf, textsOf } from '../../validation/go-values.js'
import { invalidNamed, notSupportedNamed } from '../../validation/named-text.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import { endpointSliceDescriptor } from '../v1/descriptors.gen.js'
import type { Endpoint, EndpointHints, EndpointPort, EndpointSlice } from '../v1/types.gen.js'

const addressTypes = ['FQDN', 'IPv4', 'IPv6']
const zoneLabel = 'topology.kubernetes.io/zone'
const limits = { topology: 16, addresses: 100, ports: 20_000, endpoints: 1000, hints: 8 }

/** Checks a new EndpointSlice. */
export function validateEndpointSlice(slice: EndpointSlice, options: LegacyAddressOptions): readonly FieldError[] {
  return [...headErrors(slice), ...endpointErrors(slice, options)]
}

/** Checks a changed EndpointSlice; endpoints that stay the same may be wrong. */
export function validateEndpointSliceUpdate(
  slice: EndpointSlice,
  old: EndpointSlice,
  options: LegacyAddressOptions,
): readonly FieldError[] {
  const [now, before] = [slice.addressType ?? '', old.addressType ?? '']
  const found = endpointErrors(slice, options)
  return [
    ...headErrors(slice),
    ...(found.length > 0 && sameEndpoints(slice, old) ? [] : found),
    ...(now === before
      ? []
      : [invalidNamed(fieldPath('addressType'), now, fieldImmutableErrorMsg).withOrigin('immutable')]),
  ]
}

/** Reports whether two slices have the same endpoints. */
export function sameEndpoints(slice: EndpointSlice, old: EndpointSlice): boolean {
  return deepEqual(endpointSliceDescriptor, { endpoints: slice.endpoints }, { endpoints: old.endpoints })
}

function headErrors({ metadata, addressType, ports }: EndpointSlice): FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...addressTypeErrors(addressType, fieldPath('addressType')),
    ...portErrors(structsOf(ports), fieldPath('ports')),
  ]
}

function addressTypeErrors(type: string | null | undefined, path: FieldPath): FieldError[] {
  if (!type) return [required(path, '')]
  return addressTypes.includes(type) ? [] : [notSupportedNamed(path, type, addressTypes)]
}

function portErrors(ports: readonly EndpointPort[], path: FieldPath): FieldError[] {
  if (ports.length > limits.ports) return [tooMany(path, ports.length, limits.ports)]
  const names = new Set<string>()
  return ports.flatMap((port, i) => {
    const at = path.index(i)
    const name = port.name ?? ''
    const repeated = names.has(name)
    names.add(name)
    return [
      ...(name === '' ? [] : validateDNS1123Label(name, at.child('name'))),
      ...(repeated ? [duplicate(at.child('name'), name).withJSONText()] : []),
      ...protocolErrors(port.protocol, at.child('protocol')),
      ...(isSet(port.appProtocol) ? validateQualifiedName(port.appProtocol, at.child('appProtocol')) : []),
    ]
  })
}

function protocolErrors(protocol: string | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(protocol)) return [required(path, '')]
  return portProtocols.includes(protocol) ? [] : [notSupportedNamed(path, protocol, portProtocols)]
}

function endpointErrors(slice: EndpointSlice, options: LegacyAddressOptions): FieldError[] {
  const path = fieldPath('endpoints')
  const endpoints = structsOf(slice.endpoints)
  if (endpoints.length > limits.endpoints) return [tooMany(path, endpoints.length, limits.endpoints)]
  const facts = { ...options, type: slice.addressType ?? '' }
  return endpoints.flatMap((endpoint, i) => errorsOfEndpoint(endpoint, facts, path.index(i)))
}

interface AddressFacts extends LegacyAddressOptions {
  readonly type: string
}

function errorsOfEndpoint(endpoint: Endpoint, facts: AddressFacts, path: FieldPath): FieldError[] {
  const { nodeName, hostname, hints } = endpoint
  const addresses = textsOf(endpoint.addresses)
  const at = path.child('addresses')
  return [
    ...(addresses.length === 0 ? [required(at, 'must contain at least 1 address')] : []),
    ...(addresses.length > limits.addresses ? [tooMany(at, addresses.length, limits.addresses)] : []),
    ...addresses.flatMap((address, i) => addressErrors(address, facts, { list: at, item: at.index(i) })),
    ...(isSet(nodeName)
      ? nameIsDNSSubdomain(nodeName, false).map((problem) => invalid(path.child('nodeName'), nodeName, problem))
      : []),
    ...topologyErrors(endpoint, path.child('deprecatedTopology')),
    ...(isSet(hostname) ? validateDNS1123Label(hostname, path.child('hostname')) : []),
    ...(isSet(hints) ? hintErrors(hints, path.child('hints')) : []),
  ]
}

function addressErrors(
  address: string,
  { type, strict }: AddressFacts,
  path: { readonly list: FieldPath; readonly item: FieldPath },
): FieldError[] {
  if (type === 'FQDN') return isFullyQualifiedDomainName(path.item, address)
  if (type !== 'IPv4' && type !== 'IPv6') return []
  const errors =
    type === 'IPv4' ? isValidIPForLegacyField(path.item, address, { strict }) : isValidIP(path.item, address)
  if (errors.length > 0) return errors
  const parsed = parseIPSloppy(address)
  const isIPv4 = parsed !== undefined && isIPv4Bytes(parsed.bytes)
  return [
    ...(isIPv4 === (type === 'IPv4') ? [] : [invalid(path.list, address, `must be an ${type} address`)]),
    ...validateEndpointIP(address, path.item),
  ]
}

function topologyErrors({ deprecatedTopology: topology }: Endpoint, path: FieldPath): FieldError[] {
  const count = Object.keys(topology ?? {}).length
  const many = count > limits.topology ? [tooMany(path, count, limits.topology)] : []
  const errors = [...many, ...validateLabels(topology, path)]
  if (!Object.hasOwn(topology ?? {}, zoneLabel)) return errors
  return [...errors, internalError(path.key(zoneLabel), new Error('reserved key was not removed in conversion'))]
}

function hintErrors(hints: EndpointHints, path: FieldPath): FieldError[] {
  const zones = structsOf(hints.forZones).map(({ name }) => name ?? '')
  const nodes = structsOf(hints.forNodes).map(({ name }) => name ?? '')
  const [zonePath, nodePath] = [path.child('forZones'), path.child('forNodes')]
  if (zones.length > limits.hints) return [tooMany(zonePath, zones.length, limits.hints)]
  return [
    ...nameErrors(zones, isValidLabelValue, zonePath),
    ...(nodes.length > limits.hints
      ? [tooMany(nodePath, nodes.length, limits.hints)]
      : nameErrors(nodes, (name) => nameIsDNSSubdomain(name, false), nodePath)),
  ]
}

function nameErrors(names: readonly string[], rule: (name: string) => string[], path: FieldPath): FieldError[] {
  return names.flatMap((name, i) => {
    const at = path.index(i).child('name')
    const repeated = names.indexOf(name) < i
    return [...(repeated ? [duplicate(at, name)] : []), ...rule(name).map((problem) => invalid(at, name, problem))]
  })
}

/** Warnings about addresses in odd forms, save where a controller of Kubernetes wrote them. */
export function warningsForEndpointSlice({ metadata, endpoints }: EndpointSlice): readonly string[] {
  const manager = memberOf(metadata?.labels, 'endpointslice.kubernetes.io/managed-by')
  if (manager === 'endpointslice-controller.k8s.io' || manager === 'endpointslicemirroring-controller.k8s.io') return []
  return structsOf(endpoints).flatMap(({ addresses }, i) =>
    textsOf(addresses).flatMap((address, j) =>
      getWarningsForIP(fieldPath('endpoints').index(i).child('addresses').index(j), address),
    ),
  )
}

/** Warnings about a new EndpointSlice. */
export function warningsForNewEndpointSlice(slice: EndpointSlice): readonly string[] {
  const deprecated = slice.addressType === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : []
  return [...deprecated, ...warningsForEndpointSlice(slice)]
}
