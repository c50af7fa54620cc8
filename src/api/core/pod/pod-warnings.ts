import { quote } from '../../../internal/quote.js'
import { type FieldPath, FieldPath as Path } from '../../../validation/field-path.js'
import { getWarningsForIP } from '../../../validation/ip-rules.js'
import type { ObjectMetaFields } from '../../../validation/object-meta-types.js'
import { isSet, memberOf, structsOf, textsOf } from '../../validation/go-values.js'
import { type AnyContainer, allContainers } from '../container/all-containers.js'
import { appArmorProfileOf, isSameProfile } from '../container/app-armor-annotations.js'
import { warningsForPorts } from '../container/port-warnings.js'
import { warningsForClaimSpec } from '../persistent-volume-claim/claim-warnings.js'
import { amountOf, isFractional } from '../resource-list/resource-amounts.js'
import { deprecatedNodeLabelMessage, warningsForNodeSelectorTerm } from '../scheduling/deprecated-node-labels.js'
import type { EnvVar, Pod, PodAffinityTerm, PodSpec, PodTemplateSpec, ResourceList, Volume } from '../v1/types.gen.js'
import { warningsForOverlappingPaths } from '../volume/overlapping-paths.js'
import {
  appArmorAnnotationPrefix,
  seccompContainerAnnotationPrefix,
  seccompPodAnnotation,
} from './pod-annotation-keys.js'

/** Warnings for clients that write a pod. */
export function warningsForPod(pod: Pod): readonly string[] {
  return warningsFor(pod.spec, pod.metadata, { path: Path.empty(), isTemplate: false })
}

/** Warnings for clients that write a pod template at `path`. */
export function warningsForPodTemplate(
  template: PodTemplateSpec | null | undefined,
  path: FieldPath,
): readonly string[] {
  return isSet(template) ? warningsFor(template.spec, template.metadata, { path, isTemplate: true }) : []
}

interface Place {
  readonly path: FieldPath
  readonly isTemplate: boolean
}

function warningsFor(
  given: PodSpec | null | undefined,
  meta: ObjectMetaFields | null | undefined,
  place: Place,
): readonly string[] {
  const spec = given ?? ({} as PodSpec)
  const path = place.path.child('spec')
  return [
    ...nodeWarnings(spec, path),
    ...topologyWarnings(spec, path),
    ...annotationWarnings(meta, place.path.child('metadata', 'annotations')),
    ...structsOf(spec.volumes).flatMap((volume, i) => volumeWarnings(volume, path.child('volumes').index(i))),
    ...warningsForOverlappingPaths(structsOf(spec.volumes)),
    ...repeatedNames(spec, path),
    ...fractionWarnings(spec.overhead, path.child('overhead')),
    ...seccompWarnings(spec, meta, place.path),
    ...[...allContainers(spec, path)].flatMap(({ container, path: at }) =>
      containerWarnings({ container, spec, meta }, at, place),
    ),
    ...warningsForPorts(spec, path),
    ...graceWarnings(spec, path),
    ...affinityWarnings(spec, path.child('affinity')),
    ...addressWarnings(spec, path),
  ]
}

function nodeWarnings({ nodeSelector, affinity }: PodSpec, path: FieldPath): readonly string[] {
  const labels = Object.keys(nodeSelector ?? {}).flatMap((key) => {
    const message = deprecatedNodeLabelMessage(key)
    return message === undefined ? [] : [`${path.child('nodeSelector').key(key)}: ${message}`]
  })
  const { nodeAffinity } = affinity ?? {}
  const terms = structsOf(nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms)
  const preferred = structsOf(nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution)
  const at = path.child('affinity', 'nodeAffinity')
  const termPath = at.child('requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms')
  const preferredPath = at.child('preferredDuringSchedulingIgnoredDuringExecution')
  return [
    ...labels,
    ...terms.flatMap((term, i) => warningsForNodeSelectorTerm(term, false, termPath.index(i))),
    ...preferred.flatMap(({ preference }, i) =>
      warningsForNodeSelectorTerm(preference, true, preferredPath.index(i).child('preference')),
    ),
  ]
}

const matchesNothing = 'a null labelSelector results in matching no pod'

function topologyWarnings(spec: PodSpec, path: FieldPath): readonly string[] {
  return structsOf(spec.topologySpreadConstraints).flatMap((given, i) => {
    const topologyKey = given.topologyKey ?? ''
    const { labelSelector } = given
    const at = path.child('topologySpreadConstraints').index(i)
    const message = deprecatedNodeLabelMessage(topologyKey)
    return [
      ...(message === undefined ? [] : [`${at.child('topologyKey')}: ${topologyKey} is ${message}`]),
      ...(isSet(labelSelector) ? [] : [`${at.child('labelSelector')}: ${matchesNothing}`]),
    ]
  })
}

const deprecatedAnnotations = {
  'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
}

function annotationWarnings(meta: ObjectMetaFields | null | undefined, path: FieldPath): readonly string[] {
  return Object.entries(deprecatedAnnotations).flatMap(([key, message]) =>
    memberOf(meta?.annotations, key) === undefined ? [] : [`${path.key(key)}: ${message}`],
  )
}

/** Sources of volumes that are deprecated, in the order in which they are looked for. */
const deprecatedVolumes = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['ephemeral', ''],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const

function volumeWarnings(volume: Volume, path: FieldPath): readonly string[] {
  return deprecatedVolumes.flatMap(([name, message]) => {
    if (!isSet(volume[name])) return []
    if (name !== 'ephemeral') return [`${path.child(name === 'storageos' ? 'storageOS' : name)}: ${message}`]
    const template = volume.ephemeral?.volumeClaimTemplate
    return isSet(template)
      ? warningsForClaimSpec(template.spec, path.child('ephemeral', 'volumeClaimTemplate', 'spec'))
      : []
  })
}

function repeatedNames(spec: PodSpec, path: FieldPath): readonly string[] {
  const secrets = structsOf(spec.imagePullSecrets).map(({ name }) => name ?? '')
  const addresses = structsOf(spec.hostAliases).map(({ ip }) => ip ?? '')
  const repeated = (values: readonly string[], what: string, at: (i: number) => FieldPath): readonly string[] => {
    const seen = new Set<string>()
    return values.flatMap((value, i) => {
      if (seen.has(value)) return [`${at(i)}: duplicate ${what} ${quote(value)}`]
      seen.add(value)
      return []
    })
  }
  const secretAt = (i: number): FieldPath => path.child('imagePullSecrets').index(i).child('name')
  return [
    ...repeated(addresses, 'ip', (i) => path.child('hostAliases').index(i).child('ip')),
    ...repeated(secrets, 'name', secretAt),
    ...secrets.flatMap((name, i) => (name === '' ? [`${secretAt(i)}: invalid empty name ""`] : [])),
  ]
}

function fractionWarnings(list: ResourceList | null | undefined, path: FieldPath): readonly string[] {
  return ['memory', 'ephemeral-storage'].flatMap((name) => fractionWarning(list, name, path))
}

function fractionWarning(list: ResourceList | null | undefined, name: string, path: FieldPath): readonly string[] {
  const text = memberOf(list, name)
  const amount = amountOf(text)
  if (text === undefined || !isFractional(amount)) return []
  return [`${path.key(name)}: fractional byte value ${quote(amount.toString())} is invalid, must be an integer`]
}

const useSeccompProfile = 'non-functional in v1.27+; use the "seccompProfile" field instead'

function seccompWarnings(spec: PodSpec, meta: ObjectMetaFields | null | undefined, path: FieldPath): readonly string[] {
  if (isSet(spec.securityContext?.seccompProfile)) return []
  if (memberOf(meta?.annotations, seccompPodAnnotation) === undefined) return []
  return [`${path.child('metadata', 'annotations').key(seccompPodAnnotation)}: ${useSeccompProfile}`]
}

interface OfContainer {
  readonly container: AnyContainer
  readonly spec: PodSpec
  readonly meta: ObjectMetaFields | null | undefined
}

function containerWarnings({ container, spec, meta }: OfContainer, path: FieldPath, place: Place): readonly string[] {
  const annotations = place.path.child('metadata', 'annotations')
  const { limits, requests } = container.resources ?? {}
  const at = path.child('resources')
  const seccompKey = seccompContainerAnnotationPrefix + (container.name ?? '')
  const hasProfile = isSet(container.securityContext?.seccompProfile)
  const hasAnnotation = memberOf(meta?.annotations, seccompKey) !== undefined
  return [
    ...(!hasProfile && hasAnnotation ? [`${annotations.key(seccompKey)}: ${useSeccompProfile}`] : []),
    ...(place.isTemplate ? appArmorWarnings({ container, spec, meta }, annotations) : []),
    ...fractionWarning(limits, 'memory', at.child('limits')),
    ...fractionWarning(requests, 'memory', at.child('requests')),
    ...fractionWarning(limits, 'ephemeral-storage', at.child('limits')),
    ...fractionWarning(requests, 'ephemeral-storage', at.child('requests')),
    ...hiddenVariables(structsOf(container.env), path.child('env')),
  ]
}

/** A pod gets the profile of the annotation instead, when it is made. */
function appArmorWarnings({ container, spec, meta }: OfContainer, path: FieldPath): readonly string[] {
  if (isSet(container.securityContext?.appArmorProfile)) return []
  const key = appArmorAnnotationPrefix + (container.name ?? '')
  const annotation = memberOf(meta?.annotations, key)
  if (annotation === undefined) return []
  const meant = appArmorProfileOf(annotation)
  if (meant !== undefined && isSameProfile(meant, spec.securityContext?.appArmorProfile)) return []
  return [`${path.key(key)}: deprecated since v1.30; use the "appArmorProfile" field instead`]
}

/** A variable may refer to one of the same name before it; any other repetition hides it. */
function hiddenVariables(variables: readonly EnvVar[], path: FieldPath): readonly string[] {
  const seen = new Set<string>()
  return variables.flatMap((given, i) => {
    const name = given.name ?? ''
    const value = given.value ?? ''
    const { valueFrom } = given
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    const reference = `$(${name})`
    if (!isSet(valueFrom) && value !== reference && value.includes(reference)) return []
    return [`${path.index(i)}: hides previous definition of ${quote(name)}, which may be dropped when using apply`]
  })
}

function graceWarnings({ terminationGracePeriodSeconds: seconds }: PodSpec, path: FieldPath): readonly string[] {
  if (!isSet(seconds) || seconds >= 0) return []
  const at = path.child('terminationGracePeriodSeconds')
  return [`${at}: must be >= 0; negative values are invalid and will be treated as 1`]
}

function affinityWarnings({ affinity }: PodSpec, path: FieldPath): readonly string[] {
  const missing = (term: PodAffinityTerm | undefined, at: FieldPath): readonly string[] =>
    isSet(term?.labelSelector) ? [] : [`${at.child('labelSelector')}: ${matchesNothing}`]
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap((name) => {
    const at = path.child(name)
    const must = structsOf(affinity?.[name]?.requiredDuringSchedulingIgnoredDuringExecution)
    const may = structsOf(affinity?.[name]?.preferredDuringSchedulingIgnoredDuringExecution)
    const mustPath = at.child('requiredDuringSchedulingIgnoredDuringExecution')
    const mayPath = at.child('preferredDuringSchedulingIgnoredDuringExecution')
    return [
      ...must.flatMap((term, i) => missing(term, mustPath.index(i))),
      ...may.flatMap(({ podAffinityTerm }, i) => missing(podAffinityTerm, mayPath.index(i).child('podAffinityTerm'))),
    ]
  })
}

function addressWarnings({ dnsConfig, hostAliases }: PodSpec, path: FieldPath): readonly string[] {
  const nameservers = path.child('dnsConfig', 'nameservers')
  const aliases = path.child('hostAliases')
  return [
    ...textsOf(dnsConfig?.nameservers).flatMap((address, i) => getWarningsForIP(nameservers.index(i), address)),
    ...structsOf(hostAliases).flatMap(({ ip }, i) => getWarningsForIP(aliases.index(i).child('ip'), ip ?? '')),
  ]
}
