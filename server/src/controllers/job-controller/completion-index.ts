import {
  type Job,
  JobCompletionIndexAnnotation,
  JobIndexFailureCountAnnotation,
  JobIndexIgnoredFailureCountAnnotation,
} from 'apimachinery/api/batch/v1'
import type { Container, Pod, PodTemplateSpec } from 'apimachinery/api/core/v1'
import { maxGeneratedNameLength } from 'apimachinery/meta'
import { matchPodFailurePolicy } from './pod-failure-policy.js'

const variable = 'JOB_COMPLETION_INDEX'
const maxInt32 = 2 ** 31 - 1

/** The index of a pod; undefined if it has none. */
export function completionIndex({ metadata }: Pod): number | undefined {
  const text = metadata?.annotations?.[JobCompletionIndexAnnotation]
  const index = text !== undefined && /^[-+]?[0-9]+$/.test(text) ? Number(text) : -1
  return index < 0 ? undefined : index
}

/** The indexes of some pods. */
export function completionIndexes(pods: readonly Pod[]): Set<number> {
  return new Set(pods.map(completionIndex).filter((index) => index !== undefined))
}

/** Whether a pod has an index that the job asks for; a pod of a job without indexes always does. */
export function hasValidIndex(job: Job, pod: Pod): boolean {
  if (job.spec?.completionMode !== 'Indexed') return true
  return (completionIndex(pod) ?? Number.POSITIVE_INFINITY) < (job.spec.completions ?? 0)
}

/** Failures within the index of a pod before it. */
export interface IndexFailures {
  readonly counted: number
  readonly ignored: number
}

/** How often the index of a pod had failed before it. */
export function indexFailures({ metadata }: Pod): IndexFailures {
  const count = (annotation: string): number => {
    const text = metadata?.annotations?.[annotation] ?? ''
    const number = /^\+?[0-9]+$/.test(text) ? Number(text) : 0
    return number > maxInt32 ? 0 : number
  }
  return { counted: count(JobIndexFailureCountAnnotation), ignored: count(JobIndexIgnoredFailureCountAnnotation) }
}

/** The failures to write to the pod that replaces another one. */
export function failuresAfter(job: Job, replaced: Pod | undefined): IndexFailures {
  if (replaced === undefined) return { counted: 0, ignored: 0 }
  const { counted, ignored } = indexFailures(replaced)
  const { counts } = matchPodFailurePolicy(job.spec?.podFailurePolicy, replaced)
  return counts ? { counted: counted + 1, ignored } : { counted, ignored: ignored + 1 }
}

/** The template of the pod for an index: annotation, label, host name and, where indexes fail one by one, the failures before it. */
export function templateForIndex(
  template: PodTemplateSpec,
  job: Job,
  { index, failures }: { readonly index: number; readonly failures: IndexFailures | undefined },
): PodTemplateSpec {
  const annotations = {
    ...template.metadata?.annotations,
    [JobCompletionIndexAnnotation]: String(index),
    ...(failures && { [JobIndexFailureCountAnnotation]: String(failures.counted) }),
    ...(failures && failures.ignored > 0 && { [JobIndexIgnoredFailureCountAnnotation]: String(failures.ignored) }),
  }
  const labels = { ...template.metadata?.labels, [JobCompletionIndexAnnotation]: String(index) }
  const hostname = `${job.metadata?.name}-${index}`
  return {
    ...template,
    metadata: { ...template.metadata, annotations, labels },
    spec: { ...template.spec!, hostname },
  }
}

/** The template with the variable `JOB_COMPLETION_INDEX` in each container that does not set it. */
export function withIndexVariable(template: PodTemplateSpec): PodTemplateSpec {
  const { spec } = template
  if (spec === undefined) return template
  const { initContainers } = spec
  const set = (container: Container): Container => {
    if (container.env?.some(({ name }) => name === variable) === true) return container
    const fieldPath = `metadata.labels['${JobCompletionIndexAnnotation}']`
    return { ...container, env: [...(container.env ?? []), { name: variable, valueFrom: { fieldRef: { fieldPath } } }] }
  }
  const containers = spec.containers.map(set)
  return {
    ...template,
    spec: { ...spec, containers, ...(initContainers && { initContainers: initContainers.map(set) }) },
  }
}

/** The beginning of the names of the pods for an index: what is too long is cut off before the index. */
export function generateNameForIndex(name: string, index: number): string {
  const end = `-${index}-`
  return name.slice(0, maxGeneratedNameLength - end.length) + end
}
