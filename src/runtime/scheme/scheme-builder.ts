import { Scheme } from './scheme.js'

/** Adds something to a scheme: kinds, defaults, conversions. */
export type SchemeFunction = (scheme: Scheme) => void

/** Collects functions that add things to a scheme, to be applied together. */
export class SchemeBuilder {
  readonly #functions: SchemeFunction[]

  constructor(...functions: SchemeFunction[]) {
    this.#functions = functions
  }

  /** Adds functions to the list. */
  register(...functions: SchemeFunction[]): this {
    this.#functions.push(...functions)
    return this
  }

  /** Applies every function, in the order of registration. Can be passed on without its builder. */
  readonly addToScheme = (scheme: Scheme): void => {
    for (const add of this.#functions) add(scheme)
  }

  /** A new, frozen scheme with everything applied. */
  build(options: { readonly name?: string } = {}): Scheme {
    const scheme = new Scheme(options)
    this.addToScheme(scheme)
    return scheme.freeze()
  }
}
