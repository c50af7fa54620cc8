import { fieldPath } from '../../../validation/field-path.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import type { ObjectMetaFields } from '../../../validation/object-meta-types.js'
import { isSet, memberOf, structsOf, textsOf } from '../../validation/go-values.js'
import { type AnyContainer, allContainers } from '../container/all-containers.js'
import { hostSysctlErrors } from '../container/sysctls.js'
import { amountOf } from '../resource-list/resource-amounts.js'
import { isHugePageResourceName, isHugePageValueDivisible } from '../resource-list/resource-names.js'
import { validatePodAffinityTermSelector } from '../scheduling/affinity.js'
import { validateMatchLabelKeys, validateMatchLabelKeysOfScheduler } from '../scheduling/match-label-keys.js'
import { hasInvalidLabelValue } from '../scheduling/node-selector.js'
import type {
  Container,
  PodAffinity,
  PodAntiAffinity,
  PodSpec,
  PodTemplateSpec,
  ResourceList,
} from '../v1/types.gen.js'
import { validateLocalNonReservedPath } from '../volume/local-paths.js'
import { podDeletionCostAnnotation } from './pod-annotation-keys.js'
import { isDeletionCost } from './pod-annotations.js'
import type { PodValidationOptions } from './pod-options.js'

/** Reports whether a feature gate is on. */
export type FeatureEnabled = (gate: string) => boolean

/** What the server allows. */
export interface PodPolicy {
  readonly featureEnabled: FeatureEnabled
  /** Containers may be privileged. Default: true. */
  readonly allowPrivileged?: boolean | undefined
}

/** The object as it was: what it has already, an update may keep. */
export interface OldPod {
  readonly spec?: PodSpec | null | undefined
  readonly metadata?: ObjectMetaFields | null | undefined
}

const path = /* @__PURE__ */ fieldPath('spec')

/** Settings for a pod (`resourceIsPod`) or pod template; `old` for an update. */
export function podValidationOptions(
  { featureEnabled, allowPrivileged = true }: PodPolicy,
  resourceIsPod: boolean,
  old?: OldPod | PodTemplateSpec | null,
): PodValidationOptions {
  const options = { ...fromGates(featureEnabled, resourceIsPod), allowPrivileged }
  if (!isSet(old)) return options
  const kept = optionsOfOldSpec(old.spec ?? ({} as PodSpec), options)
  const cost = memberOf(old.metadata?.annotations, podDeletionCostAnnotation)
  const hasBadCost = cost !== undefined && !isDeletionCost(cost)
  return { ...options, ...kept, allowInvalidPodDeletionCost: options.allowInvalidPodDeletionCost || hasBadCost }
}

function fromGates(enabled: FeatureEnabled, resourceIsPod: boolean): Omit<PodValidationOptions, 'allowPrivileged'> {
  return {
    resourceIsPod,
    strictIPs: enabled('StrictIPCIDRValidation'),
    podLevelResources: enabled('PodLevelResources'),
    fixQOSClass: enabled('PodLevelResourcesFixKubeletQOSClass'),
    inPlacePodLevelResourcesVerticalScaling: enabled('InPlacePodLevelResourcesVerticalScaling'),
    inPlacePodVerticalScalingInitContainers: enabled('InPlacePodVerticalScalingInitContainers'),
    clearingNominatedNodeNameAfterBinding: enabled('ClearingNominatedNodeNameAfterBinding'),
    allowInvalidPodDeletionCost: !enabled('PodDeletionCost'),
    allowInvalidLabelValueInSelector: false,
    allowInvalidLabelValueInRequiredNodeAffinity: false,
    allowInvalidTopologySpreadConstraintLabelSelector: false,
    allowIndivisibleHugePagesValues: false,
    allowNonLocalProjectedTokenPath: false,
    allowNamespacedSysctlsForHostNetAndHostIPC: false,
    allowOnlyRecursiveSELinuxChangePolicy: !enabled('SELinuxMount'),
    allowMatchLabelKeysInPodTopologySpread: enabled('MatchLabelKeysInPodTopologySpread'),
    allowMatchLabelKeysInPodTopologySpreadSelectorMerge: enabled('MatchLabelKeysInPodTopologySpreadSelectorMerge'),
    oldPodViolatesMatchLabelKeysValidation: false,
    oldPodViolatesLegacyMatchLabelKeysValidation: false,
    allowEnvFiles: enabled('EnvFiles'),
    allowContainerRestartPolicyRules: enabled('ContainerRestartRules'),
    allowRestartAllContainers: enabled('RestartAllContainersOnContainerExits'),
    allowExistingRestartContainerForNonSidecarInitContainer: false,
    allowUserNamespacesWithVolumeDevices: false,
    allowUserNamespacesHostNetworkSupport: enabled('UserNamespacesHostNetworkSupport'),
    allowTaintTolerationComparisonOperators: enabled('TaintTolerationComparisonOperators'),
    allowImageVolumeWithDigest: enabled('ImageVolumeWithDigest'),
    allowEmptyImageVolumeReference: false,
    allowSysAdminWithoutPrivilegeEscalation: false,
  }
}

type Options = PodValidationOptions

function optionsOfOldSpec(spec: PodSpec, options: Options): Partial<Options> {
  const containers = [...allContainers(spec, path)].map(({ container }) => container)
  const init = structsOf(spec.initContainers)
  return {
    allowIndivisibleHugePagesValues: hasIndivisible(spec.overhead) || containers.some(hasIndivisibleHugePages),
    allowInvalidLabelValueInSelector: hasInvalidSelector(spec),
    allowInvalidLabelValueInRequiredNodeAffinity: hasInvalidLabelValue(
      spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms,
    ),
    ...topologyOptions(spec, options),
    allowNonLocalProjectedTokenPath: hasNonLocalTokenPath(spec),
    allowNamespacedSysctlsForHostNetAndHostIPC: structsOf(spec.securityContext?.sysctls).some(
      ({ name }) => hostSysctlErrors(name ?? '', path, spec).length > 0,
    ),
    allowOnlyRecursiveSELinuxChangePolicy:
      options.allowOnlyRecursiveSELinuxChangePolicy && !isSet(spec.securityContext?.seLinuxChangePolicy),
    allowEnvFiles: options.allowEnvFiles || containers.some(hasFileKeyRef),
    allowContainerRestartPolicyRules: options.allowContainerRestartPolicyRules || hasRestartRules(spec),
    allowRestartAllContainers: options.allowRestartAllContainers || restartsAllContainers(spec),
    allowExistingRestartContainerForNonSidecarInitContainer: init.some(
      ({ restartPolicy, resizePolicy }) =>
        restartPolicy !== 'Always' && structsOf(resizePolicy).some((item) => item.restartPolicy === 'RestartContainer'),
    ),
    allowUserNamespacesWithVolumeDevices:
      spec.hostUsers === false && containers.some(({ volumeDevices }) => structsOf(volumeDevices).length > 0),
    allowUserNamespacesHostNetworkSupport:
      options.allowUserNamespacesHostNetworkSupport || (spec.hostUsers === false && spec.hostNetwork === true),
    allowTaintTolerationComparisonOperators:
      options.allowTaintTolerationComparisonOperators ||
      structsOf(spec.tolerations).some(({ operator }) => operator === 'Lt' || operator === 'Gt'),
    allowEmptyImageVolumeReference: structsOf(spec.volumes).some(({ image }) => isSet(image) && !image.reference),
    allowSysAdminWithoutPrivilegeEscalation: containers.some(hasSysAdminWithoutEscalation),
  }
}

function hasIndivisible(list: ResourceList | null | undefined): boolean {
  return Object.entries(list ?? {}).some(
    ([name, amount]) => isHugePageResourceName(name) && !isHugePageValueDivisible(name, amountOf(amount)),
  )
}

function hasIndivisibleHugePages({ resources }: AnyContainer): boolean {
  return hasIndivisible(resources?.limits) || hasIndivisible(resources?.requests)
}

function hasInvalidSelector({ affinity }: PodSpec): boolean {
  const isInvalid = (given: PodAffinity | PodAntiAffinity | null | undefined): boolean =>
    [
      ...structsOf(given?.requiredDuringSchedulingIgnoredDuringExecution),
      ...structsOf(given?.preferredDuringSchedulingIgnoredDuringExecution).map((term) => term.podAffinityTerm ?? {}),
    ].some((term) => validatePodAffinityTermSelector(term, false, path).length > 0)
  return isInvalid(affinity?.podAffinity) || isInvalid(affinity?.podAntiAffinity)
}

function topologyOptions(spec: PodSpec, options: Options): Partial<Options> {
  const constraints = structsOf(spec.topologySpreadConstraints)
  const violates = options.allowMatchLabelKeysInPodTopologySpread
  const merge = options.allowMatchLabelKeysInPodTopologySpreadSelectorMerge
  return {
    allowInvalidTopologySpreadConstraintLabelSelector: constraints.some(
      ({ labelSelector }) => validateLabelSelector(labelSelector, {}, path).length > 0,
    ),
    oldPodViolatesMatchLabelKeysValidation:
      violates &&
      merge &&
      constraints.some(
        ({ matchLabelKeys, labelSelector }) =>
          validateMatchLabelKeys({ matchLabelKeys }, labelSelector, path).length > 0,
      ),
    oldPodViolatesLegacyMatchLabelKeysValidation:
      violates &&
      !merge &&
      constraints.some(
        ({ matchLabelKeys, labelSelector }) =>
          validateMatchLabelKeysOfScheduler(matchLabelKeys, labelSelector, path).length > 0,
      ),
  }
}

function hasNonLocalTokenPath(spec: PodSpec): boolean {
  return structsOf(spec.volumes).some(({ projected }) =>
    structsOf(projected?.sources).some(
      ({ serviceAccountToken: token }) =>
        isSet(token) && validateLocalNonReservedPath(token.path ?? '', path).length > 0,
    ),
  )
}

function hasFileKeyRef({ env }: AnyContainer): boolean {
  return structsOf(env).some(({ valueFrom }) => isSet(valueFrom?.fileKeyRef))
}

function hasRestartRules(spec: PodSpec): boolean {
  return (
    structsOf(spec.containers).some(({ restartPolicy }) => isSet(restartPolicy)) ||
    structsOf(spec.initContainers).some(
      ({ restartPolicy, restartPolicyRules }) =>
        (isSet(restartPolicy) && restartPolicy !== 'Always') || structsOf(restartPolicyRules).length > 0,
    )
  )
}

function restartsAllContainers(spec: PodSpec): boolean {
  const init = structsOf(spec.initContainers)
  return (
    [...structsOf(spec.containers), ...init].some(({ restartPolicyRules }) =>
      structsOf(restartPolicyRules).some(({ action }) => action === 'RestartAllContainers'),
    ) ||
    init.some(
      ({ restartPolicy, restartPolicyRules }) => restartPolicy === 'Always' && structsOf(restartPolicyRules).length > 0,
    )
  )
}

function hasSysAdminWithoutEscalation({ securityContext }: Container): boolean {
  if (securityContext?.allowPrivilegeEscalation === true) return false
  return textsOf(securityContext?.capabilities?.add).includes('CAP_SYS_ADMIN')
}
