import { compareStrings } from '../../../internal/compare-strings.js'
import { quote } from '../../../internal/quote.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { getWarningsForCIDR, isValidCIDRForLegacyField } from '../../../validation/cidr-rules.js'
import { duplicate, type FieldError, forbidden, internalError, invalid } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { isIPv4Bytes, networkBytes, parseCIDRSloppy } from '../../../validation/ip-address.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validatePositiveField } from '../../validation/field-rules.js'
import { isSet, memberOf, structsOf, textsOf } from '../../validation/go-values.js'
import { internalText } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { amountOf, validateResourceQuantityValue } from '../resource-list/resource-amounts.js'
import { validateTaints } from '../scheduling/taints.js'
import type { LegacyAddressOptions } from '../service/legacy-addresses.js'
import { nodeAddressDescriptor } from '../v1/descriptors.gen.js'
import type { Node } from '../v1/types.gen.js'
import { validateNodeAnnotations } from './node-annotations.js'
import { validateNodeConfigSource, validateNodeConfigStatus } from './node-config.js'

const maxFeatureName = 253

/** Checks a Node, new or changed. */
export function validateNode(node: Node, options: LegacyAddressOptions): readonly FieldError[] {
  const path = fieldPath('metadata')
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const swap = node.status?.nodeInfo?.swap?.capacity
  return [
    ...validateObjectMeta(node.metadata, rules, path),
    ...validateNodeAnnotations(node.metadata?.annotations, path.child('annotations')),
    ...validateTaints(node.spec?.taints, path.child('taints')),
    ...resourceErrors(node),
    ...(isSet(swap) ? validatePositiveField(swap, path.child('nodeSwapStatus', 'capacity')) : []),
    ...featureErrors(node),
    ...podCIDRErrors(textsOf(node.spec?.podCIDRs), options, fieldPath('spec', 'podCIDRs')),
  ]
}

function resourceErrors({ status }: Node): FieldError[] {
  return (['capacity', 'allocatable'] as const).flatMap((field) =>
    Object.keys(status?.[field] ?? {}).flatMap((name) =>
      validateResourceQuantityValue(name, amountOf(memberOf(status?.[field], name)), fieldPath('status', field, name)),
    ),
  )
}

/** Features that the node declares: sorted, each once. */
function featureErrors({ status }: Node): FieldError[] {
  const path = fieldPath('status', 'declaredFeatures')
  const names = textsOf(status?.declaredFeatures)
  return names.flatMap((name, i) => {
    const problem = featureNameProblem(name)
    const errors = problem === undefined ? [] : [invalid(path.index(i), name, problem)]
    const next = names[i + 1]
    if (next === undefined) return errors
    if (next === name) return [...errors, duplicate(path.index(i + 1), next)]
    if (compareStrings(name, next) < 0) return errors
    return [...errors, invalid(path.index(i + 1), next, 'list must be sorted alphabetically')]
  })
}

function featureNameProblem(name: string): string | undefined {
  const what = `invalid feature name ${quote(name)}`
  if (utf8Length(name) > maxFeatureName) return `${what}: must be no more than ${maxFeatureName} characters`
  const [first = '', ...others] = name.split('/')
  if (/^[A-Z][a-zA-Z0-9]*$/.test(first) && others.every((part) => /^[a-zA-Z][a-zA-Z0-9]*$/.test(part))) return undefined
  return `${what}: must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes`
}

function podCIDRErrors(given: readonly string[], { strict }: LegacyAddressOptions, path: FieldPath): FieldError[] {
  const errors = given.flatMap((cidr, i) => isValidCIDRForLegacyField(path.index(i), cidr, { strict }))
  if (given.length < 2) return errors
  const parsed = given.map(parseCIDRSloppy)
  const wrong = parsed.indexOf(undefined)
  if (wrong >= 0) {
    const cause = `invalid CIDR[${wrong}]: <nil> (invalid CIDR address: ${given[wrong]})`
    const what = 'invalid PodCIDRs. failed to check with dual stack with error'
    errors.push(internalError(path, new Error(`${what}:${cause}`)))
  }
  const families = new Set(parsed.map((cidr) => cidr !== undefined && isIPv4Bytes(networkBytes(cidr))))
  const isDualStack = families.size === 2 && wrong < 0
  if (isDualStack && given.length === 2) return errors
  return [...errors, invalid(path, given, 'may specify no more than one CIDR for each IP family')]
}

/** Checks a changed Node, through its status too: addresses and networks that it got stay the same. */
export function validateNodeUpdate(node: Node, old: Node): readonly FieldError[] {
  const path = fieldPath('metadata')
  const [spec, before] = [node.spec ?? {}, old.spec ?? {}]
  const { configSource, externalID, providerID } = spec
  const config = node.status?.config
  return [
    ...validateObjectMetaUpdate(node.metadata, old.metadata, path),
    ...validateNodeAnnotations(node.metadata?.annotations, path.child('annotations')),
    ...resourceErrors(node),
    ...featureErrors(node),
    ...addressErrors(node),
    ...podCIDRChange(textsOf(spec.podCIDRs), textsOf(before.podCIDRs)),
    ...providerErrors(providerID, before.providerID),
    ...(isSet(configSource) ? validateNodeConfigSource(configSource, fieldPath('spec', 'configSource')) : []),
    ...(isSet(config) ? validateNodeConfigStatus(config, fieldPath('status', 'config')) : []),
    ...validateTaints(spec.taints, path.child('taints')),
    ...((externalID ?? '') === (before.externalID ?? '')
      ? []
      : [forbidden(fieldPath('spec', 'externalID'), 'may not be updated')]),
  ]
}

function addressErrors({ status }: Node): FieldError[] {
  const seen = new Set<string>()
  return structsOf(status?.addresses).flatMap((address, i) => {
    const key = JSON.stringify([address.type ?? '', address.address ?? ''])
    const repeated = seen.has(key)
    seen.add(key)
    if (!repeated) return []
    const valueText = internalText(nodeAddressDescriptor, address)
    return [duplicate(fieldPath('status', 'addresses').index(i), address).with({ valueText })]
  })
}

function podCIDRChange(now: readonly string[], before: readonly string[]): FieldError[] {
  if (before.length === 0) return []
  const detail = 'node updates may not change podCIDR except from "" to valid'
  const changed = forbidden(fieldPath('spec', 'podCIDRs'), detail)
  if (now.length !== before.length) return [changed]
  return before.filter((cidr, i) => cidr !== now[i]).map(() => changed)
}

/** Warnings about a Node: what is removed, deprecated or written in an odd form. */
export function warningsForNode({ spec }: Node): readonly string[] {
  return [
    ...(isSet(spec?.configSource) ? ['spec.configSource: the feature is removed'] : []),
    ...(spec?.externalID ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes'] : []),
    ...textsOf(spec?.podCIDRs).flatMap((cidr, i) => getWarningsForCIDR(fieldPath('spec', 'podCIDRs').index(i), cidr)),
  ]
}

/** The provider's name of a node cannot change once it is known. */
function providerErrors(now: string | null | undefined, before: string | null | undefined): FieldError[] {
  if (!before || before === (now ?? '')) return []
  const path = fieldPath('spec', 'providerID')
  const detail = now ? 'field cannot be modified once set' : 'field cannot be cleared once set'
  const error = invalid(path, null, detail).with({ origin: 'update', coveredByDeclarative: true })
  return [error.since(37, forbidden(path, 'node updates may not change providerID except from "" to valid'))]
}
