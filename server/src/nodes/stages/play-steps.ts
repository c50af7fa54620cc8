import type { JSONObject } from 'apimachinery/json'
import { PatchType } from 'apimachinery/patch'
import type { TemplateFunctions } from '../template/template-function.js'
import { finalizerOperations } from './finalizer-operations.js'
import { patchTypeOf, type RenderedPatch, renderPatch } from './patch-of-step.js'
import type { StageEvent, StageStep } from './stage.js'

/** An object that a stage creates or changes beside its own. */
export interface RenderedApply {
  readonly type: PatchType
  readonly object: JSONObject
  readonly subresource: string
  readonly user: string | undefined
}

/** What a step does to its object and others. */
export interface StepActions {
  event(event: StageEvent): void
  delete(): Promise<void>
  patch(patch: RenderedPatch): Promise<void>
  apply(apply: RenderedApply): Promise<void>
}

/** A step that failed, and its place, from which it can be tried again. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure'
  readonly index: number

  constructor(index: number, cause: unknown) {
    super('a step of a stage failed', { cause })
    this.index = index
  }
}

/** What {@link playSteps} plays. */
export interface StagePlay {
  readonly object: JSONObject
  readonly steps: readonly StageStep[]
  /** Index of the first step. */
  readonly from: number
  readonly functions: TemplateFunctions
}

/** Plays the steps of a stage in order; after a deletion only events are left. @throws StepFailure */
export async function playSteps({ object, steps, from, functions }: StagePlay, actions: StepActions): Promise<void> {
  let isDeleted = false
  for (const [index, step] of steps.entries()) {
    if (index < from) continue
    try {
      if (step.event !== undefined) actions.event(step.event)
      for (const event of step.events?.(object, functions) ?? []) actions.event(event)
      if (!isDeleted) await playStep(step, { object, functions }, actions)
    } catch (error) {
      throw new StepFailure(index, error)
    }
    isDeleted ||= step.delete
  }
}

async function playStep(
  step: StageStep,
  { object, functions }: Pick<StagePlay, 'object' | 'functions'>,
  actions: StepActions,
): Promise<void> {
  if (step.finalizers !== undefined) {
    const body = finalizerOperations(finalizersOf(object), step.finalizers)
    if (body.length > 0) await actions.patch({ type: PatchType.JSON, body, subresource: '', user: undefined })
  }
  if (step.delete) return actions.delete()
  if (step.patch !== undefined) await actions.patch(renderPatch(step.patch, object, functions))
  if (step.apply === undefined) return
  const { template, type, subresource, user } = step.apply
  const rendered = template.json(object, functions)
  if (typeof rendered !== 'object' || rendered === null || Array.isArray(rendered))
    throw new Error('template must include apiVersion and kind')
  await actions.apply({ type: patchTypeOf(type), object: rendered as JSONObject, subresource, user })
}

function finalizersOf({ metadata }: JSONObject): readonly string[] {
  const { finalizers } = (metadata ?? {}) as { readonly finalizers?: readonly string[] | null }
  return finalizers ?? []
}
