import type { JSONObject, JSONValue } from 'apimachinery/json'
import type { ExpressionMoment } from '../cel/kwok-functions.js'
import type { TemplateFunctions } from '../template/template-function.js'

/** A kind of objects that stages are for. */
export interface StagedKind {
  /** `v1` or `group/version`. */
  readonly apiVersion: string
  readonly kind: string
}

/** The moment for which a stage is evaluated. */
export type StageMoment = ExpressionMoment

/** Computes something of an object; `undefined` if the object does not say it. */
export type OfObject<T> = (object: JSONObject, moment: StageMoment) => T | undefined

/** A stage of kwok that was read and compiled: which objects it is for, when, and what happens then. */
export interface Stage {
  readonly name: string
  readonly kind: StagedKind
  readonly matches: (object: JSONObject, moment: StageMoment) => boolean
  readonly weight: OfObject<number>
  /** Milliseconds. */
  readonly delay: OfObject<number>
  readonly jitter: OfObject<number> | undefined
  /** The next stage is looked for at once, in the answer of the server. */
  readonly isImmediate: boolean
  readonly steps: readonly StageStep[]
}

/** How a patch is applied. */
export type StagePatchType = 'json' | 'merge' | 'strategic' | 'apply'

/** Makes a value out of an object. */
export interface StageTemplate {
  /** @throws TemplateError; YAMLSyntaxError */
  json(object: JSONObject, functions: TemplateFunctions): JSONValue
}

/** A change of an object that a template describes. */
export interface StagePatch {
  readonly subresource: string
  /** The member that the template describes; all of the object if empty. */
  readonly root: string
  readonly template: StageTemplate
  /** Default: strategic for pods and nodes, else merge. */
  readonly type: StagePatchType | undefined
  readonly user: string | undefined
}

/** An object that a template describes. */
export interface StageApply {
  readonly subresource: string
  readonly template: StageTemplate
  readonly type: StagePatchType
  readonly user: string | undefined
}

/** Changes of the finalizers of an object. */
export interface StageFinalizers {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly empty: boolean
}

/** An event that a stage writes. */
export interface StageEvent {
  readonly type: string
  readonly reason: string
  readonly message: string
}

/** One of the steps of a stage. */
export interface StageStep {
  readonly event: StageEvent | undefined
  /** Events that depend on the object. */
  readonly events?: ((object: JSONObject, functions: TemplateFunctions) => readonly StageEvent[]) | undefined
  readonly finalizers: StageFinalizers | undefined
  readonly delete: boolean
  readonly patch: StagePatch | undefined
  readonly apply: StageApply | undefined
}
