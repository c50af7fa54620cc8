import { MachineryError, newGenericServerResponse } from 'apimachinery/errors'
import type { Handler } from '../request/http.js'
import { writePlainError } from '../request/write-error.js'

/** Answers 404 as Go's mux does. */
export const notFound: Handler = async (_request, response) => {
  writePlainError(response, 404, '404 page not found')
}

/**
 * Handlers of paths: exact ones, and the longest registered prefix that ends in `/`. Other paths go to `fallback`, the next
 * server of the delegation.
 *
 * Source: `PathRecorderMux` of k8s.io/apiserver/pkg/server/mux.
 */
export class PathRouter {
  readonly #exact = new Map<string, Handler>()
  readonly #prefixes = new Map<string, Handler>()
  /** Of the prefixes, the largest first: few slashes of a path end one. */
  #lengths: readonly number[] = []
  readonly #hidden = new Set<string>()
  readonly #fallback: Handler

  constructor(fallback: Handler = notFound) {
    this.#fallback = fallback
  }

  /** Throws `MachineryError` for a path that is taken. */
  handle(path: string, handler: Handler, options: { readonly unlisted?: boolean } = {}): void {
    if (this.#exact.has(path)) throw new MachineryError('InvalidValue', `a handler for ${path} is registered already`)
    this.#exact.set(path, handler)
    if (options.unlisted) this.#hidden.add(path)
  }

  /** `prefix` ends in `/`; the path without it is not its own. */
  handlePrefix(prefix: string, handler: Handler, options: { readonly unlisted?: boolean } = {}): void {
    if (!prefix.endsWith('/')) throw new MachineryError('InvalidValue', `a prefix ends in /: ${prefix}`)
    if (this.#prefixes.has(prefix))
      throw new MachineryError('InvalidValue', `a handler for ${prefix} is registered already`)
    this.#prefixes.set(prefix, handler)
    this.#lengths = [...new Set([...this.#lengths, prefix.length])].sort((a, b) => b - a)
    if (options.unlisted) this.#hidden.add(prefix)
  }

  /**
   * A document at a path, with or without slashes at its end. Below it is nothing, which is said with a Status.
   *
   * Source: the web services of go-restful, to which upstream's director leads all paths that begin with theirs.
   */
  handleService(path: string, handler: Handler): void {
    const missing: Handler = () => {
      throw newGenericServerResponse(404, { verb: '' })
    }
    const below: Handler = (request, response) =>
      (path === `/${request.place.segments.join('/')}` ? handler : missing)(request, response)
    this.handle(path, handler)
    this.handlePrefix(`${path}/`, below, { unlisted: true })
  }

  /** Takes a path or prefix back. */
  remove(path: string): void {
    this.#exact.delete(path)
    this.#prefixes.delete(path)
    this.#hidden.delete(path)
  }

  /** The paths that `/` lists. */
  listedPaths(): string[] {
    const all = [...this.#exact.keys(), ...this.#prefixes.keys()]
    return all.filter((path) => !this.#hidden.has(path)).sort()
  }

  readonly serve: Handler = (request, response) => this.#find(request.path)(request, response)

  #find(path: string): Handler {
    const exact = this.#exact.get(path)
    if (exact !== undefined) return exact
    for (const length of this.#lengths) {
      if (path[length - 1] !== '/') continue
      const handler = this.#prefixes.get(path.slice(0, length))
      if (handler !== undefined) return handler
    }
    return this.#fallback
  }
}
