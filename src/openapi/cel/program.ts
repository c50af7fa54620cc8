/** The value of an expression: `boolean` and `string` as such; `jsonOf` converts every other value to plain JSON. */
export type CELValue = unknown

/** How {@link CELProgram.evaluate} evaluates. */
export interface EvaluateOptions {
  /** Above this the evaluation is cancelled. Default: 1,000,000, the limit of Kubernetes for one call. */
  readonly costLimit?: number
}

/** The result of an evaluation. */
export interface CELEvaluation {
  /** The value; undefined when there is an error. */
  readonly value?: CELValue
  /** The error, in the wording of cel-go: `no such key: a`, `division by zero`. */
  readonly error?: string
  /** The evaluation was cancelled: `error` is `operation cancelled: actual cost limit exceeded`. */
  readonly exceeded?: true
  /** The cost of the evaluation, in the units of Kubernetes; also if it failed. */
  readonly cost: number
}

/**
 * Variables of an evaluation: name → value.
 *
 * A value is plain JSON (`undefined` fields count as absent), seen through the type that the variable was declared with:
 * fields of declared objects are checked and converted (`google.protobuf.Timestamp` from RFC 3339 text), everything below
 * `dyn` is dynamic. It may as well be a value of an earlier evaluation, an `AuthorizerValue`, or {@link LazyFields}.
 */
export type Bindings = Readonly<Record<string, unknown>>

/** A compiled expression. Holds no state between evaluations. */
export interface CELProgram {
  /** Evaluates once. Never throws, except where an authorizer answers with a promise. */
  evaluate(bindings: Bindings, options?: EvaluateOptions): CELEvaluation
  /** As {@link evaluate}, with authorizers that answer asynchronously. Each is called once per check and evaluation. */
  evaluateAsync(bindings: Bindings, options?: EvaluateOptions): Promise<CELEvaluation>
  /** Reports whether the expression uses a variable, for example whether a rule needs `oldSelf`. */
  uses(variable: string): boolean
}

/**
 * An object whose fields are computed when an expression first reads them, each at most once: `variables` of admission
 * policies. If the evaluation of a field fails, the reading expression fails with its error.
 */
export class LazyFields {
  readonly #compute: ReadonlyMap<string, () => CELEvaluation>
  readonly #known = new Map<string, CELEvaluation>()

  constructor(fields: ReadonlyMap<string, () => CELEvaluation>) {
    this.#compute = fields
  }

  /** The names of all fields. */
  get names(): readonly string[] {
    return [...this.#compute.keys()]
  }

  /** The evaluation of a field; undefined for an unknown field. */
  get(name: string): CELEvaluation | undefined {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const made = this.#compute.get(name)?.()
    if (made !== undefined) this.#known.set(name, made)
    return made
  }
}
