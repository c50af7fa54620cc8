import { getWarningsForCIDR, isValidCIDRForLegacyField } from '../../../validation/cidr-rules.js'
import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { type CIDR, isIPv4Bytes, networkBytes, parseCIDRSloppy } from '../../../validation/ip-address.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { isValidPortName, isValidPortNum } from '../../../validation/number-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import type { LegacyAddressOptions } from '../../core/service/legacy-addresses.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicySpec,
} from '../v1/types.gen.js'

const protocols = ['TCP', 'UDP', 'SCTP']
const policyTypes = ['Ingress', 'Egress']

interface PolicyOptions extends LegacyAddressOptions {
  readonly allowInvalidLabelValueInSelector: boolean
  /** Networks of the old object. */
  readonly validOld: readonly string[]
}

/** Checks a new NetworkPolicy. */
export function validateNetworkPolicy(
  { metadata, spec }: NetworkPolicy,
  { strict }: LegacyAddressOptions,
): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const options = { strict, allowInvalidLabelValueInSelector: false, validOld: [] }
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...specErrors(spec ?? {}, options, fieldPath('spec')),
  ]
}

/** Checks a changed NetworkPolicy; networks and label values that were wrong may stay. */
export function validateNetworkPolicyUpdate(
  { metadata, spec }: NetworkPolicy,
  old: NetworkPolicy,
  { strict }: LegacyAddressOptions,
): readonly FieldError[] {
  const wasInvalid = validateLabelSelector(old.spec?.podSelector, {}, fieldPath('spec')).length > 0
  const validOld = peersOf(old).flatMap(({ peer: { ipBlock } }) =>
    isSet(ipBlock) ? [ipBlock.cidr ?? '', ...textsOf(ipBlock.except)] : [],
  )
  const options = { strict, allowInvalidLabelValueInSelector: wasInvalid, validOld }
  return [
    ...validateObjectMetaUpdate(metadata, old.metadata, fieldPath('metadata')),
    ...specErrors(spec ?? {}, options, fieldPath('spec')),
  ]
}

interface PlacedPeer {
  readonly peer: NetworkPolicyPeer
  readonly path: FieldPath
}

/** All peers of a policy, with their paths. */
function peersOf({ spec }: NetworkPolicy): readonly PlacedPeer[] {
  const place = (peers: readonly NetworkPolicyPeer[] | undefined, path: FieldPath) =>
    structsOf(peers).map((peer, i) => ({ peer, path: path.index(i) }))
  return [
    ...structsOf(spec?.ingress).flatMap(({ from }, i) =>
      place(from, fieldPath('spec', 'ingress').index(i).child('from')),
    ),
    ...structsOf(spec?.egress).flatMap(({ to }, i) => place(to, fieldPath('spec', 'egress').index(i).child('to'))),
  ]
}

function specErrors(spec: NetworkPolicySpec, options: PolicyOptions, path: FieldPath): FieldError[] {
  return [
    ...validateLabelSelector(spec.podSelector, options, path.child('podSelector')),
    ...structsOf(spec.ingress).flatMap(({ ports, from }, i) =>
      ruleErrors({ ports, peers: from, name: 'from' }, options, path.child('ingress').index(i)),
    ),
    ...structsOf(spec.egress).flatMap(({ ports, to }, i) =>
      ruleErrors({ ports, peers: to, name: 'to' }, options, path.child('egress').index(i)),
    ),
    ...policyTypeErrors(textsOf(spec.policyTypes), path.child('policyTypes')),
  ]
}

interface Rule {
  readonly ports: readonly NetworkPolicyPort[] | undefined
  readonly peers: readonly NetworkPolicyPeer[] | undefined
  /** The field of the peers. */
  readonly name: string
}

function ruleErrors({ ports, peers, name }: Rule, options: PolicyOptions, path: FieldPath): FieldError[] {
  return [
    ...structsOf(ports).flatMap((port, i) => portErrors(port, path.child('ports').index(i))),
    ...structsOf(peers).flatMap((peer, i) => peerErrors(peer, options, path.child(name).index(i))),
  ]
}

function policyTypeErrors(types: readonly string[], path: FieldPath): FieldError[] {
  if (types.length > policyTypes.length) return [invalid(path, types, 'may not specify more than two policyTypes')]
  return types.flatMap((type, i) =>
    policyTypes.includes(type) ? [] : [notSupportedNamed(path.index(i), type, policyTypes)],
  )
}

function portErrors({ protocol, port, endPort }: NetworkPolicyPort, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const [portPath, endPath] = [path.child('port'), path.child('endPort')]
  if (isSet(protocol) && !protocols.includes(protocol)) {
    errors.push(notSupportedNamed(path.child('protocol'), protocol, protocols))
  }
  if (typeof port === 'number') {
    errors.push(...isValidPortNum(port).map((problem) => invalid(portPath, port, problem)))
    if (!isSet(endPort)) return errors
    const detail = 'must be greater than or equal to `port`'
    if (endPort < port) errors.push(invalid(endPath, endPort, detail).since(37, invalid(endPath, port, detail)))
    return [...errors, ...isValidPortNum(endPort).map((problem) => invalid(endPath, endPort, problem))]
  }
  if (isSet(endPort)) {
    const detail = isSet(port) ? '`port` is non-numeric' : '`port` is not specified'
    errors.push(invalid(endPath, endPort, `may not be specified when ${detail}`))
  }
  if (!isSet(port)) return errors
  return [...errors, ...isValidPortName(port).map((problem) => invalid(portPath, port, problem))]
}

function peerErrors(peer: NetworkPolicyPeer, options: PolicyOptions, path: FieldPath): FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer
  const errors = [
    ...validateLabelSelector(podSelector, options, path.child('podSelector')),
    ...validateLabelSelector(namespaceSelector, options, path.child('namespaceSelector')),
    ...(isSet(ipBlock) ? ipBlockErrors(ipBlock, options, path.child('ipBlock')) : []),
  ]
  const count = [podSelector, namespaceSelector, ipBlock].filter(isSet).length
  if (count === 0) errors.push(required(path, 'must specify a peer'))
  if (count > 1 && isSet(ipBlock)) errors.push(forbidden(path, 'may not specify both ipBlock and another peer'))
  return errors
}

function ipBlockErrors(block: IPBlock, options: PolicyOptions, path: FieldPath): FieldError[] {
  const text = block.cidr ?? ''
  if (text === '') return [required(path.child('cidr'), '')]
  const errors = isValidCIDRForLegacyField(path.child('cidr'), text, options)
  const whole = parseCIDRSloppy(text)
  if (whole === undefined) return errors
  const exceptErrors = textsOf(block.except).flatMap((except, i) => {
    const at = path.child('except').index(i)
    const part = parseCIDRSloppy(except)
    const outside = part !== undefined && !isStrictPart(part, whole)
    return [
      ...isValidCIDRForLegacyField(at, except, options),
      ...(outside ? [invalid(at, except, 'must be a strict subset of `cidr`')] : []),
    ]
  })
  return [...errors, ...exceptErrors]
}

function isStrictPart(part: CIDR, whole: CIDR): boolean {
  if (whole.prefixLength >= part.prefixLength) return false
  const [inner, outer] = [networkBytes(part), networkBytes(whole)]
  if (isIPv4Bytes(inner) !== isIPv4Bytes(outer)) return false
  const within = networkBytes({ ...whole, address: { ...whole.address, bytes: inner } })
  return within.every((byte, i) => byte === outer[i])
}

/** Warnings about networks in odd forms. */
export function warningsForNetworkPolicy(policy: NetworkPolicy): readonly string[] {
  return peersOf(policy).flatMap(({ peer: { ipBlock }, path }) => {
    if (!isSet(ipBlock)) return []
    const at = path.child('ipBlock')
    return [
      ...getWarningsForCIDR(at.child('cidr'), ipBlock.cidr ?? ''),
      ...textsOf(ipBlock.except).flatMap((except, i) => getWarningsForCIDR(at.child('except').index(i), except)),
    ]
  })
}
