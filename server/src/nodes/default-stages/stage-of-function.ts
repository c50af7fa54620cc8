import type { JSONObject, JSONValue } from 'apimachinery/json'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { Stage, StageEvent, StageMoment, StagePatch, StageStep, StageTemplate } from '../stages/stage.js'
import type { TemplateFunctions } from '../template/template-function.js'

/** What a function makes of an object. */
export interface StageFunctions {
  /** The time as text. */
  readonly now: string
  /** New addresses for a pod. */
  readonly podIPs: (node: string, isInHostNetwork: boolean) => readonly string[]
  readonly nodeIPs: (node: string) => readonly string[]
}

/** A step that does nothing. */
const nothing: StageStep = {
  event: undefined,
  finalizers: undefined,
  delete: false,
  patch: undefined,
  apply: undefined,
}

/** A stage of functions instead of expressions and templates, for objects of one class. */
export interface FunctionStage<T extends KubernetesObject> {
  readonly name: string
  readonly matches: (object: T) => boolean
  /** Which of several fitting stages is chosen; default 0, which is never chosen beside others. */
  readonly weight?: (object: T) => number
  /** Milliseconds. */
  readonly delay?: (object: T, moment: StageMoment) => number
  readonly steps: readonly FunctionStep<T>[]
}

/** One of: a new status, which is merged; a merge patch of the object; events; the deletion. */
export type FunctionStep<T extends KubernetesObject> =
  | { readonly status: (object: T, functions: StageFunctions) => object }
  | { readonly patch: (object: T) => object }
  | { readonly events: (object: T, moment: Pick<StageMoment, 'now'>) => readonly StageEvent[] }
  | { readonly delete: true }

/** The stage of functions. @param kind - of core/v1 */
export function stageOfFunctions<T extends KubernetesObject>(
  kind: 'Pod' | 'Node',
  { name, matches, weight, delay, steps }: FunctionStage<T>,
): Stage {
  const typed = (object: JSONObject): T => object as unknown as T
  return {
    name,
    kind: { apiVersion: 'v1', kind },
    matches: (object) => matches(typed(object)),
    weight: (object) => weight?.(typed(object)) ?? 0,
    delay: (object, moment) => delay?.(typed(object), moment),
    jitter: undefined,
    isImmediate: false,
    steps: steps.map((step) => stepOf(step)),
  }
}

function stepOf<T extends KubernetesObject>(step: FunctionStep<T>): StageStep {
  if ('events' in step) {
    const events = (object: JSONObject, functions: TemplateFunctions): readonly StageEvent[] => {
      return step.events(object as unknown as T, { now: Date.parse(functionsOf(functions).now) })
    }
    return { ...nothing, events }
  }
  if ('delete' in step) return { ...nothing, delete: true }
  if ('status' in step)
    return {
      ...nothing,
      patch: patchOf('status', (object: T, functions) => ({ status: step.status(object, functions) })),
    }
  return { ...nothing, patch: patchOf('', (object: T) => step.patch(object)) }
}

function patchOf<T>(subresource: string, make: (object: T, functions: StageFunctions) => object): StagePatch {
  const template: StageTemplate = {
    // What is made has the form of the API, which is JSON.
    json: (object, functions) => make(object as unknown as T, functionsOf(functions)) as JSONValue,
  }
  return { subresource, root: '', template, type: 'merge', user: undefined }
}

function functionsOf(functions: TemplateFunctions): StageFunctions {
  const texts = (value: unknown): readonly string[] => value as readonly string[]
  return {
    now: String(functions.Now!.call([])),
    podIPs: (node, isInHostNetwork) => texts(functions.PodIPsWith!.call([node, isInHostNetwork, '', '', ''])),
    nodeIPs: (node) => texts(functions.NodeIPsWith!.call([node])),
  }
}
