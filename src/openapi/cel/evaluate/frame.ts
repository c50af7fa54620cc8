import type { Value } from '../values/value.js'

/** One evaluation: what it cost so far, and the values of variables. */
export class Frame {
  cost = 0
  readonly limit: number
  /** Values of the variables of loops; undefined for an accumulator that nothing has read yet. */
  readonly locals: (Value | undefined)[]
  readonly #variables: (Value | undefined)[]
  readonly #read: (index: number) => Value

  constructor(
    limit: number,
    counts: { readonly locals: number; readonly variables: number },
    read: (index: number) => Value,
  ) {
    this.limit = limit
    this.locals = new Array<Value | undefined>(counts.locals).fill(undefined)
    this.#variables = new Array<Value | undefined>(counts.variables).fill(undefined)
    this.#read = read
  }

  /** @throws CostExceeded */
  charge(cost: number): void {
    this.cost += cost
    if (this.cost > this.limit) throw new CostExceeded()
  }

  /** The value of a variable, made when it is first read. */
  variable(index: number): Value {
    const known = this.#variables[index]
    if (known !== undefined) return known
    const value = this.#read(index)
    this.#variables[index] = value
    return value
  }
}

/** Thrown when an evaluation costs more than it may. */
export class CostExceeded extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded')
  }
}

/** Computes the value of a part of an expression in an evaluation. */
export type Code = (frame: Frame) => Value
