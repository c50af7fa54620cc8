import type { Filter, Handler, PassingFilter, ReceivedRequest } from './http.js'

/**
 * Filters in the order in which requests pass them, the outermost first. Each takes the stage that the one before it gives; another
 * order does not compile.
 */
export class FilterChain<Stage extends ReceivedRequest> {
  readonly #filter: Filter<ReceivedRequest, Stage>

  private constructor(filter: Filter<ReceivedRequest, Stage>) {
    this.#filter = filter
  }

  static outermost(): FilterChain<ReceivedRequest> {
    return new FilterChain((next) => next)
  }

  /** The chain with one more filter inside. */
  pass(filter: PassingFilter): FilterChain<Stage>
  pass<Next extends ReceivedRequest>(filter: Filter<Stage, Next>): FilterChain<Next>
  pass<Next extends ReceivedRequest>(filter: Filter<Stage, Next>): FilterChain<Next> {
    return new FilterChain((next) => this.#filter(filter(next)))
  }

  /** The chain with filters inside that add nothing. */
  passAll(filters: readonly Filter<Stage>[] = []): FilterChain<Stage> {
    return filters.reduce<FilterChain<Stage>>((chain, filter) => chain.pass(filter), this)
  }

  /** The filters around a handler. */
  around(handler: Handler<Stage>): Handler<ReceivedRequest> {
    return this.#filter(handler)
  }
}
