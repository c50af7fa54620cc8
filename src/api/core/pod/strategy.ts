import { deepEqual } from '../../../descriptor/deep-equal.js'
import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { isDNS1123Label } from '../../../validation/dns-names.js'
import { fieldPath } from '../../../validation/field-path.js'
import { getWarningsForIP } from '../../../validation/ip-rules.js'
import { coreDeclared } from '../../declared/core.gen.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext, UpdateHooks } from '../../strategies/kind-strategy.js'
import { resetMetadataForStatus } from '../../strategies/reset-metadata-for-status.js'
import { structsOf } from '../../validation/go-values.js'
import { podSpecDescriptor } from '../v1/descriptors.gen.js'
import { type Container, Pod, type PodCondition, type PodStatus } from '../v1/types.gen.js'
import { dropDisabledPodSpecFields, dropDisabledPodStatusFields } from './drop-disabled-pod-fields.js'
import { validatePodEphemeralContainersUpdate } from './ephemeral-containers-update.js'
import { toInternalPodForm, toInternalStatusForm } from './internal-pod-form.js'
import type { PodValidationOptions } from './pod-options.js'
import { addSchedulingGatedCondition, applyAppArmorAnnotations, mergeLabelKeys } from './pod-preparation.js'
import { computePodQOS, qosFeaturesOf } from './pod-qos.js'
import { validatePodResize } from './pod-resize.js'
import { completePodResources } from './pod-resource-defaults.js'
import { validatePodStatusUpdate } from './pod-status.js'
import { validatePodUpdate } from './pod-update.js'
import { podValidationOptions } from './pod-validation-options.js'
import { warningsForPod } from './pod-warnings.js'
import { validatePodCreate } from './validation.js'

function prepareForCreate(pod: Pod, context: StrategyContext): void {
  toInternalPodForm(pod)
  pod.spec ??= { containers: [] }
  ensureMetadata(pod).generation = 1
  const enabled = context.featureEnabled
  pod.status = { phase: 'Pending' }
  dropDisabledPodSpecFields(pod.spec, undefined, enabled)
  addSchedulingGatedCondition(pod, context.now())
  mergeLabelKeys(pod, enabled)
  applyAppArmorAnnotations(pod, (text) => context.warn?.(text))
  if (completesResources(context)) completePodResources(pod.spec)
  pod.status.qosClass = computePodQOS(pod.spec, qosFeaturesOf(context))
}

const completesResources = ({ featureEnabled }: StrategyContext): boolean =>
  featureEnabled('PodLevelResources') && featureEnabled('PodLevelResourcesFixDefaulting')

/** A client that does not know the resources of the pod as a whole leaves them as they are. */
function keepPodResources(pod: Pod, old: Pod, context: StrategyContext): void {
  if (!context.featureEnabled('PodLevelResourcesFixDefaulting') || !pod.spec || pod.spec.resources) return
  if (old.spec?.resources) pod.spec.resources = structuredClone(old.spec.resources)
}

function dropDisabledFields(pod: Pod, old: Pod, { featureEnabled }: StrategyContext): void {
  if (pod.spec) dropDisabledPodSpecFields(pod.spec, old.spec, featureEnabled)
  if (pod.status) dropDisabledPodStatusFields(pod.status, old.status, featureEnabled)
}

function raisePodGeneration(pod: Pod, old: Pod): void {
  if (deepEqual(podSpecDescriptor, pod.spec, old.spec)) return
  const metadata = ensureMetadata(pod)
  metadata.generation = (metadata.generation ?? 0) + 1
}

function updateOptions(old: Pod, context: StrategyContext): PodValidationOptions {
  return podValidationOptions(context, true, old)
}

const status: UpdateHooks<Pod> = {
  prepareForUpdate(pod, old, context) {
    toInternalPodForm(pod)
    toInternalStatusForm(pod.status)
    keepField(pod, old, 'spec')
    const metadata = ensureMetadata(pod)
    const { ownerReferences } = ensureMetadata(old)
    delete metadata.deletionTimestamp
    if (ownerReferences === undefined) delete metadata.ownerReferences
    else metadata.ownerReferences = ownerReferences
    pod.status ??= {}
    pod.status.qosClass ||= old.status?.qosClass
    if (context.release.minor >= 37) keepClaimStatuses(pod.status, old.status)
    keepObservedGenerations(pod, old)
    // The specification is that of the old object, which must not be changed.
    dropDisabledPodStatusFields(pod.status, old.status, context.featureEnabled)
  },
  validateUpdate: (pod, old, context) => validatePodStatusUpdate(pod, old, updateOptions(old, context)),
  warningsOnUpdate: ({ status: now }) =>
    (['podIPs', 'hostIPs'] as const).flatMap((name) =>
      structsOf(now?.[name]).flatMap(({ ip }, i) =>
        getWarningsForIP(fieldPath('status', name).index(i).child('ip'), ip ?? ''),
      ),
    ),
  resetFields: { v1: [['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']] },
}

const claimStatuses = [
  'resourceClaimStatuses',
  'extendedResourceClaimStatus',
  'nodeAllocatableResourceClaimStatuses',
] as const

/** A kubelet that does not know of claims leaves what the scheduler wrote of them. */
function keepClaimStatuses(now: PodStatus, before: PodStatus | undefined): void {
  for (const name of claimStatuses) if (!now[name] && before?.[name]) Object.assign(now, { [name]: before[name] })
}

/** Observed generations are kept if the client does not set them; conditions of one type are matched in order. */
function keepObservedGenerations({ status: now }: Pod, { status: before }: Pod): void {
  if (!now) return
  now.observedGeneration ||= before?.observedGeneration
  const known = new Map<string, PodCondition[]>()
  for (const condition of structsOf<PodCondition>(before?.conditions)) {
    const type = condition.type ?? ''
    known.set(type, [...(known.get(type) ?? []), condition])
  }
  for (const condition of structsOf<PodCondition>(now.conditions)) {
    const old = known.get(condition.type ?? '')?.shift()
    condition.observedGeneration ||= old?.observedGeneration
  }
}

const ephemeralContainers: UpdateHooks<Pod> = {
  prepareForUpdate(pod, old, context) {
    const containers = pod.spec?.ephemeralContainers
    pod.spec = { ...old.spec, containers: old.spec?.containers ?? [], ephemeralContainers: containers }
    keepField(pod, old, 'status')
    resetMetadataForStatus(pod, old)
    dropDisabledFields(pod, old, context)
    raisePodGeneration(pod, old)
  },
  validateUpdate: (pod, old, context) => validatePodEphemeralContainersUpdate(pod, old, updateOptions(old, context)),
}

const resize: UpdateHooks<Pod> = {
  prepareForUpdate(pod, old, context) {
    keepAllButResources(pod, old, context)
    keepPodResources(pod, old, context)
    if (pod.spec && completesResources(context)) completePodResources(pod.spec)
    dropDisabledFields(pod, old, context)
    raisePodGeneration(pod, old)
  },
  validateUpdate: (pod, old, context) => validatePodResize(pod, old, updateOptions(old, context)),
}

function keepAllButResources(pod: Pod, old: Pod, { featureEnabled }: StrategyContext): void {
  const [now, before] = [pod.spec, old.spec]
  if (!now || !before) return
  const [containers, init] = [structsOf<Container>(now.containers), structsOf<Container>(now.initContainers)]
  const [oldContainers, oldInit] = [
    structsOf<Container>(before.containers),
    structsOf<Container>(before.initContainers),
  ]
  if (containers.length !== oldContainers.length || init.length !== oldInit.length) return
  pod.spec = { ...before, containers: withResourcesOf(containers, oldContainers) }
  if (init.length > 0) pod.spec.initContainers = withResourcesOf(init, oldInit)
  if (featureEnabled('InPlacePodLevelResourcesVerticalScaling')) {
    if (now.resources) pod.spec.resources = now.resources
    else delete pod.spec.resources
  }
  keepField(pod, old, 'status')
  resetMetadataForStatus(pod, old)
}

/** The old containers with new resources; the new ones where they are in other places. */
function withResourcesOf(now: readonly Container[], before: readonly Container[]): Container[] {
  if (now.some(({ name }, i) => (name ?? '') !== (before[i]?.name ?? ''))) return [...now]
  return now.map(({ resources, resizePolicy }, i) => ({ ...before[i]!, resources, resizePolicy }))
}

/** How a Pod behaves in a registry. */
export const podStrategy: KindStrategy<Pod> = {
  type: Pod,
  declared: { rules: coreDeclared },
  prepareForCreate,
  prepareForUpdate(pod, old, context) {
    toInternalPodForm(pod)
    keepField(pod, old, 'status')
    keepPodResources(pod, old, context)
    if (pod.spec) dropDisabledPodSpecFields(pod.spec, old.spec, context.featureEnabled)
    raisePodGeneration(pod, old)
  },
  validate: (pod, context) => validatePodCreate(pod, podValidationOptions(context, true)),
  validateUpdate: (pod, old, context) => validatePodUpdate(pod, old, updateOptions(old, context)),
  warningsOnCreate(pod) {
    const problems = isDNS1123Label(pod.metadata?.name ?? '')
    const advice = `metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`
    return [...(problems.length > 0 ? [advice] : []), ...warningsForPod(pod)]
  },
  resetFields: { v1: [['status']] },
  selectableFields({ spec, status: now }) {
    return {
      'spec.nodeName': spec?.nodeName ?? '',
      'spec.restartPolicy': spec?.restartPolicy ?? '',
      'spec.schedulerName': spec?.schedulerName ?? '',
      'spec.serviceAccountName': spec?.serviceAccountName ?? '',
      'spec.hostNetwork': String(spec?.hostNetwork ?? false),
      'status.phase': now?.phase ?? '',
      'status.podIP': structsOf(now?.podIPs)[0]?.ip ?? '',
      'status.nominatedNodeName': now?.nominatedNodeName ?? '',
    }
  },
  subresources: { status, ephemeralcontainers: ephemeralContainers, resize },
}
