import { DelegatingRESTMapper } from './delegating-rest-mapper.js'
import { maybeResetRESTMapper, type RESTMapper } from './rest-mapper.js'

/**
 * A mapper that is made when the first question comes. What making it
 * throws is thrown for that question and every later one.
 */
export class LazyRESTMapper extends DelegatingRESTMapper {
  readonly #load: () => RESTMapper
  #loaded: { readonly mapper: RESTMapper } | { readonly error: unknown } | undefined

  constructor(load: () => RESTMapper) {
    super()
    this.#load = load
  }

  protected get delegate(): RESTMapper {
    this.#loaded ??= attempt(this.#load)
    if ('mapper' in this.#loaded) return this.#loaded.mapper
    throw this.#loaded.error
  }

  /** Resets the mapper that was made, if any; it is not made again. */
  override reset(): void {
    if (this.#loaded !== undefined && 'mapper' in this.#loaded) maybeResetRESTMapper(this.#loaded.mapper)
  }
}

function attempt(load: () => RESTMapper): { readonly mapper: RESTMapper } | { readonly error: unknown } {
  try {
    return { mapper: load() }
  } catch (error) {
    return { error }
  }
}
