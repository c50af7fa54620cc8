import type { TagTable } from '../../declarative/with-tags.js'

const templates = [
  'listType=map',
  'listMapKey=name',
  'maxItems=8',
  'optional',
  'update=NoAddItem',
  'update=NoRemoveItem',
]
const claims = ['immutable', 'listType=map', 'listMapKey=name', 'maxItems=4', 'optional']
const constant = ['immutable', 'optional']
const priorityClassName = ['format=k8s-long-name', 'immutable', 'optional']
const priority = ['immutable', 'maximum=1000000000', 'optional']
const once = ['optional', 'update=NoSet', 'update=NoUnset']
const requiredName = ['format=k8s-short-name', 'required']

function gated(gate: string, ...tags: readonly string[]): readonly string[] {
  return [`ifDisabled(${gate})=+k8s:forbidden`, `ifEnabled(${gate})=+k8s:optional`, ...tags]
}

const preemptionPolicy = /* @__PURE__ */ gated('PodGroupPreemptionPolicy', 'immutable')

/** The gates that {@link schedulingTags} name. */
export const schedulingGates: readonly string[] = [
  'CompositePodGroup',
  'PodGroupPreemptionPolicy',
  'TopologyAwareWorkloadScheduling',
]

/**
 * The validation tags of workloads and groups of pods, without those of level alpha, which servers do not enforce.
 *
 * Source: k8s.io/api/scheduling/v1beta1/types.go, and v1alpha3 for CompositePodGroup.
 */
export const schedulingTags: TagTable = /* @__PURE__ */ makeTags()

function makeTags(): TagTable {
  return {
    Workload: {},
    WorkloadSpec: {
      controllerRef: constant,
      podGroupTemplates: templates,
      compositePodGroupTemplates: [...gated('CompositePodGroup'), ...templates.filter((tag) => tag !== 'optional')],
    },
    TypedLocalObjectReference: {
      apiGroup: ['format=k8s-long-name', 'optional'],
      kind: ['format=k8s-path-segment-name', 'required'],
      name: ['format=k8s-path-segment-name', 'required'],
    },
    PodGroupTemplate: {
      name: requiredName,
      schedulingConstraints: gated('TopologyAwareWorkloadScheduling', 'immutable'),
      resourceClaims: claims,
      disruptionMode: constant,
      priorityClassName,
      priority,
      preemptionPolicy,
    },
    CompositePodGroupTemplate: {
      name: requiredName,
      schedulingConstraints: constant,
      disruptionMode: constant,
      priorityClassName,
      priority,
      preemptionPolicy,
      podGroupTemplates: templates,
      compositePodGroupTemplates: templates,
    },
    PodGroupSchedulingPolicy: { basic: constant, gang: once },
    BasicSchedulingPolicy: {},
    GangSchedulingPolicy: { minCount: ['minimum=1', 'required'] },
    PodGroupResourceClaim: {
      name: requiredName,
      resourceClaimName: ['format=k8s-long-name', 'optional'],
      resourceClaimTemplateName: ['format=k8s-long-name', 'optional'],
    },
    DisruptionMode: { single: ['optional'], all: ['optional'] },
    SingleDisruptionMode: {},
    AllDisruptionMode: {},
    PodGroup: {},
    PodGroupSpec: {
      parentCompositePodGroupName: gated('CompositePodGroup', 'format=k8s-long-name', 'immutable'),
      workloadRef: constant,
      schedulingConstraints: gated(
        'TopologyAwareWorkloadScheduling',
        'ifEnabled(TopologyAwareWorkloadScheduling)=+k8s:immutable',
      ),
      resourceClaims: claims,
      disruptionMode: constant,
      priorityClassName,
      priority,
      preemptionPolicy,
    },
    PodGroupStatus: { resourceClaimStatuses: ['listType=map', 'listMapKey=name', 'maxItems=4', 'optional'] },
    PodGroupResourceClaimStatus: { resourceClaimName: ['format=k8s-long-name', 'optional'] },
    WorkloadReference: { workloadName: ['format=k8s-long-name', 'required'], templateName: requiredName },
    PodGroupSchedulingConstraints: { topology: ['maxItems=1', 'optional'] },
    TopologyConstraint: { key: ['format=k8s-label-key', 'required'] },
    CompositePodGroup: {},
    CompositePodGroupSpec: {
      parentCompositePodGroupName: ['format=k8s-long-name', 'immutable', 'optional'],
      workloadRef: ['immutable', 'required'],
      schedulingPolicy: ['immutable'],
      schedulingConstraints: constant,
      disruptionMode: constant,
      priorityClassName,
      priority,
      preemptionPolicy,
    },
    CompositePodGroupStatus: {},
    CompositePodGroupSchedulingPolicy: { basic: constant, gang: once },
    CompositeBasicSchedulingPolicy: {},
    CompositeGangSchedulingPolicy: { minGroupCount: ['minimum=1', 'required'] },
    CompositeDisruptionMode: { single: ['optional'], all: ['optional'] },
    SingleCompositeDisruptionMode: {},
    AllCompositeDisruptionMode: {},
    CompositePodGroupSchedulingConstraints: { topology: ['maxItems=1', 'optional'] },
  }
}
