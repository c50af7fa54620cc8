import { BodyCheck } from './body-check.js'
import { methodNotAllowed, noSuchPath } from './control-errors.js'
import type { Operation } from './route.js'

/** An operation that was found for a request. */
export interface FoundOperation {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
  readonly body: BodyCheck | undefined
}

interface Route {
  readonly segments: readonly string[]
  readonly operation: Operation
  body: BodyCheck | undefined
}

/** Finds the operation of a method and a path. */
export class RouteTable {
  readonly #routes: readonly Route[]

  constructor(operations: readonly Operation[]) {
    this.#routes = operations.map((each) => ({ operation: each, segments: each.path.split('/'), body: undefined }))
  }

  /** `segments` are those of the path below the base, decoded; the first is empty. @throws StatusError */
  find(method: string, segments: readonly string[]): FoundOperation {
    let sawPath = false
    for (const route of this.#routes) {
      const params = matched(route.segments, segments)
      if (params === undefined) continue
      sawPath = true
      const { operation } = route
      if (operation.method !== method) continue
      if (operation.body !== undefined) route.body ??= new BodyCheck(operation.body)
      return { operation, params, body: route.body }
    }
    const path = segments.join('/')
    throw sawPath ? methodNotAllowed(method, path) : noSuchPath(path)
  }
}

function matched(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index]!
    if (part.startsWith('{')) params[part.slice(1, -1)] = segment
    else if (part !== segment) return undefined
  }
  return params
}
