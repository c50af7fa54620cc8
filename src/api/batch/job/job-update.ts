import { deepEqual } from '../../../descriptor/deep-equal.js'
import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { invalidStruct } from '../../core/internal-form/internal-json.js'
import { podSpecDescriptor, podTemplateSpecDescriptor } from '../../core/v1/descriptors.gen.js'
import type { Affinity, Container, PodSpec, PodTemplateSpec } from '../../core/v1/types.gen.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { jobSpecDescriptor } from '../v1/descriptors.gen.js'
import type { Job, JobSpec } from '../v1/types.gen.js'
import { type JobValidationOptions, validateJobSpec } from './validation.js'

const path = /* @__PURE__ */ fieldPath('spec')

/** Checks a changed job. */
export function validateJobUpdate(job: Job, old: Job, options: JobValidationOptions): FieldError[] {
  const [now, before] = [job.spec ?? ({} as JobSpec), old.spec ?? ({} as JobSpec)]
  const errors = validateObjectMetaUpdate(job.metadata, old.metadata, fieldPath('metadata'))
  appendAll(errors, validateJobSpec(now, path, options))
  errors.push(...completionErrors(now, before))
  errors.push(...immutableStruct('selector', 'LabelSelector', { now, before }))
  appendAll(errors, templateErrors(now, before, options))
  errors.push(...immutable('completionMode', { now, before }))
  errors.push(...immutableStruct('podFailurePolicy', 'PodFailurePolicy', { now, before }))
  errors.push(...immutable('backoffLimitPerIndex', { now, before }), ...immutable('managedBy', { now, before }))
  return [...errors, ...immutableStruct('successPolicy', 'SuccessPolicy', { now, before })]
}

interface Specs {
  readonly now: JobSpec
  readonly before: JobSpec
}

function isSame(name: keyof JobSpec & string, { now, before }: Specs): boolean {
  return deepEqual(jobSpecDescriptor, { [name]: now[name] }, { [name]: before[name] })
}

function immutable(name: keyof JobSpec & string, specs: Specs): FieldError[] {
  if (isSame(name, specs)) return []
  const error = invalid(path.child(name), specs.now[name] ?? null, fieldImmutableErrorMsg)
  return [name === 'completionMode' ? error.withJSONText() : error]
}

function immutableStruct(
  name: 'selector' | 'podFailurePolicy' | 'successPolicy',
  type: string,
  specs: Specs,
): FieldError[] {
  if (isSame(name, specs)) return []
  return [invalidStruct(type, specs.now[name], { path: path.child(name), detail: fieldImmutableErrorMsg })]
}

/** An indexed job may grow and shrink together with its parallelism. */
function completionErrors(now: JobSpec, before: JobSpec): FieldError[] {
  if (now.completionMode !== 'Indexed') return immutable('completions', { now, before })
  const { completions, parallelism } = now
  if (completions === before.completions || !isSet(completions) || completions === parallelism) return []
  return [invalid(path.child('completions'), completions, 'can only be modified in tandem with spec.parallelism')]
}

function templateErrors(now: JobSpec, before: JobSpec, options: JobValidationOptions): FieldError[] {
  const template = now.template ?? {}
  const directed = options.allowMutableSchedulingDirectives
  const old = directed ? withSchedulingOf(before.template ?? {}, template) : (before.template ?? {})
  if (before.suspend === true && options.allowMutablePodResources) {
    const [spec, oldSpec] = [template.spec, withResourcesOf(old.spec, template.spec)]
    if (deepEqual(podSpecDescriptor, spec, oldSpec)) return []
    const at = path.child('template.spec')
    return [invalidStruct('PodSpec', spec ?? {}, { path: at, detail: fieldImmutableErrorMsg })]
  }
  if (deepEqual(podTemplateSpecDescriptor, template, old)) return []
  const at = path.child('template')
  return [invalidStruct('PodTemplateSpec', template, { path: at, detail: fieldImmutableErrorMsg })]
}

/** The old template, with the scheduling fields of the new one. */
function withSchedulingOf(old: PodTemplateSpec, now: PodTemplateSpec): PodTemplateSpec {
  const { annotations, labels } = now.metadata ?? {}
  const spec: PodSpec = {
    ...(old.spec ?? { containers: [] }),
    affinity: affinityWith(old.spec?.affinity, now.spec?.affinity),
    nodeSelector: now.spec?.nodeSelector,
    tolerations: now.spec?.tolerations,
    schedulingGates: now.spec?.schedulingGates,
  }
  return { ...old, metadata: { ...old.metadata, annotations, labels }, spec }
}

function affinityWith(old: Affinity | null | undefined, now: Affinity | null | undefined): Affinity | undefined {
  if (!isSet(now)) {
    if (!isSet(old) || (!isSet(old.podAffinity) && !isSet(old.podAntiAffinity))) return undefined
    return { ...old, nodeAffinity: undefined }
  }
  return { ...old, nodeAffinity: now.nodeAffinity }
}

/** The old specification, its containers with the new resources where they are the same ones. */
function withResourcesOf(old: PodSpec | null | undefined, now: PodSpec | null | undefined): PodSpec | undefined {
  if (!isSet(old)) return undefined
  const merged = (name: 'containers' | 'initContainers'): Container[] => {
    const [before, after] = [structsOf<Container>(old[name]), structsOf<Container>(now?.[name])]
    if (before.length !== after.length) return [...before]
    return before.map((container, i) =>
      container.name === after[i]?.name ? { ...container, resources: after[i]?.resources } : container,
    )
  }
  return { ...old, containers: merged('containers'), initContainers: merged('initContainers') }
}
