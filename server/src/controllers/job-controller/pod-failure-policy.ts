import type {
  PodFailurePolicy,
  PodFailurePolicyAction,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyRule,
} from 'apimachinery/api/batch/v1'
import type { ContainerStatus, Pod } from 'apimachinery/api/core/v1'

/** What a job does about a failed pod. */
export interface PodFailureMatch {
  /** Whether the failure counts towards `backoffLimit`. */
  readonly counts: boolean
  /** Of the rule that fits; undefined if none does. */
  readonly action?: PodFailurePolicyAction | undefined
  /** Why the job fails, if it does. */
  readonly failJob?: string | undefined
}

/** Finds the first rule of a policy that fits a failed pod. Source: pkg/controller/job of Kubernetes. */
export function matchPodFailurePolicy(policy: PodFailurePolicy | undefined, pod: Pod): PodFailureMatch {
  for (const [index, rule] of (policy?.rules ?? []).entries()) {
    const cause = causeOf(rule, pod)
    if (cause === undefined) continue
    const { action } = rule
    if (action === 'Ignore') return { counts: false, action }
    if (action === 'FailIndex' || action === 'Count') return { counts: true, action }
    if (action === 'FailJob') {
      return { counts: true, action, failJob: `${cause} matching FailJob rule at index ${index}` }
    }
  }
  return { counts: true }
}

/** The beginning of the message for a rule that fits. */
function causeOf({ onExitCodes, onPodConditions }: PodFailurePolicyRule, pod: Pod): string | undefined {
  const { name = '', namespace = '' } = pod.metadata ?? {}
  if (onExitCodes !== undefined) {
    const failed = containerOf(pod, onExitCodes)
    const code = failed?.state?.terminated?.exitCode
    return failed && `Container ${failed.name} for pod ${namespace}/${name} failed with exit code ${code}`
  }
  for (const { type, status } of pod.status?.conditions ?? []) {
    const fits = onPodConditions?.some((pattern) => pattern.type === type && pattern.status === status)
    if (fits === true) return `Pod ${namespace}/${name} has condition ${type}`
  }
  return undefined
}

/** The first ended container with a code that fits; containers before init containers. */
function containerOf({ status }: Pod, rule: PodFailurePolicyOnExitCodesRequirement): ContainerStatus | undefined {
  const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
  return all.find(({ name, state }) => {
    const code = state?.terminated?.exitCode ?? 0
    if (code === 0 || (rule.containerName !== undefined && rule.containerName !== name)) return false
    if (rule.operator === 'In') return rule.values.includes(code)
    return rule.operator === 'NotIn' && !rule.values.includes(code)
  })
}
