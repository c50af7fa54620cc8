import { evaluateJQ } from './evaluate-jq.js'
import { JQError } from './jq-error.js'
import type { JQNode } from './jq-node.js'
import type { JQValue } from './jq-value.js'
import { parseJQ } from './parse-jq.js'

const noVariables = new Map<string, JQValue>()

/** A compiled expression of jq: the subset that selects and computes values, without definitions, updates, paths and formats. */
export class JQQuery {
  readonly #node: JQNode

  /** @throws JQSyntaxError with the column */
  constructor(expression: string) {
    this.#node = parseJQ(expression)
  }

  /** The results that are not null; `undefined` if the evaluation fails, as kwok takes it. */
  results(value: JQValue): readonly JQValue[] | undefined {
    try {
      return [...evaluateJQ(this.#node, value, noVariables)].filter((each) => each !== null)
    } catch (error) {
      if (error instanceof JQError) return undefined
      throw error
    }
  }
}
