/** Settings of the validation of pods and pod templates: what feature gates allow, and what an old object has already. */
export interface PodValidationOptions {
  /** The object is a pod, not one that has a pod template. */
  readonly resourceIsPod: boolean
  /** Containers may be privileged (`--allow-privileged`). */
  readonly allowPrivileged: boolean
  /** Refuse IP addresses with leading zeros and IPv4-mapped ones. */
  readonly strictIPs: boolean
  readonly podLevelResources: boolean
  readonly fixQOSClass: boolean
  readonly inPlacePodLevelResourcesVerticalScaling: boolean
  readonly inPlacePodVerticalScalingInitContainers: boolean
  readonly clearingNominatedNodeNameAfterBinding: boolean
  readonly allowInvalidPodDeletionCost: boolean
  readonly allowInvalidLabelValueInSelector: boolean
  readonly allowInvalidLabelValueInRequiredNodeAffinity: boolean
  readonly allowInvalidTopologySpreadConstraintLabelSelector: boolean
  readonly allowIndivisibleHugePagesValues: boolean
  readonly allowNonLocalProjectedTokenPath: boolean
  readonly allowNamespacedSysctlsForHostNetAndHostIPC: boolean
  readonly allowOnlyRecursiveSELinuxChangePolicy: boolean
  readonly allowMatchLabelKeysInPodTopologySpread: boolean
  readonly allowMatchLabelKeysInPodTopologySpreadSelectorMerge: boolean
  readonly oldPodViolatesMatchLabelKeysValidation: boolean
  readonly oldPodViolatesLegacyMatchLabelKeysValidation: boolean
  readonly allowEnvFiles: boolean
  readonly allowContainerRestartPolicyRules: boolean
  readonly allowRestartAllContainers: boolean
  readonly allowExistingRestartContainerForNonSidecarInitContainer: boolean
  readonly allowUserNamespacesWithVolumeDevices: boolean
  readonly allowUserNamespacesHostNetworkSupport: boolean
  readonly allowTaintTolerationComparisonOperators: boolean
  readonly allowImageVolumeWithDigest: boolean
  /** Volumes of images without an image stay. */
  readonly allowEmptyImageVolumeReference: boolean
  /** Containers that must not get more rights keep CAP_SYS_ADMIN. */
  readonly allowSysAdminWithoutPrivilegeEscalation: boolean
}
