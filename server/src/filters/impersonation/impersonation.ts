import { authorizationAttributes } from '../../authorization/attributes-of.js'
import type { AuthorizationAttributes, Authorizer } from '../../authorization/authorizer.js'
import type { ImpersonationObserver } from '../../metrics/impersonation-metrics.js'
import type { RequestUser } from '../../request/context.js'
import type { AuthenticatedRequest, Filter } from '../../request/http.js'
import type { ErrorWriter } from '../../request/write-error.js'
import { type ImpersonationMode, impersonated, impersonationModes, unconstrainedModes } from './impersonation-mode.js'
import { wantedUserOf } from './wanted-user.js'

/** How many users' modes are remembered. */
const remembered = 10_000

/** Settings of the filter. */
export interface ImpersonationOptions {
  readonly authorizer: Authorizer
  readonly writeError: ErrorWriter
  readonly observer?: ImpersonationObserver | undefined
  /** Whether permissions for single verbs suffice (`ConstrainedImpersonation`); default true. */
  readonly constrained?: boolean | undefined
}

/**
 * Lets a user impersonate another one if it is authorized: by permission to impersonate for a verb (constrained
 * impersonation), or by the older one for everything.
 *
 * Source: `WithConstrainedImpersonation` of k8s.io/apiserver/pkg/endpoints/filters/impersonation.
 */
export function withImpersonation({
  authorizer: given,
  writeError,
  observer,
  constrained = true,
}: ImpersonationOptions): Filter<AuthenticatedRequest> {
  const authorizer = observer === undefined ? given : observedAuthorizer(given, observer)
  const modes = new LastModes(constrained ? impersonationModes : unconstrainedModes)
  return (next) => async (request, response) => {
    try {
      const wanted = wantedUserOf(request, constrained)
      if (wanted !== undefined) {
        const attributes = authorizationAttributes(request.user, request.info)
        const attempt = modes.impersonate(wanted, attributes, authorizer)
        const { user, constraint } = await observed(attempt, request, observer)
        request.user = user
        request.audit.impersonated(user, constraint)
      }
    } catch (error) {
      response.setHeader('x-content-type-options', 'nosniff')
      return writeError(request, response, error)
    }
    await next(request, response)
  }
}

interface Impersonated {
  readonly user: RequestUser
  readonly constraint: string
}

async function observed(
  attempt: Promise<Impersonated>,
  { latencies }: AuthenticatedRequest,
  observer: ImpersonationObserver | undefined,
): Promise<Impersonated> {
  const start = performance.now()
  const report = (mode: string, decision: 'allowed' | 'denied'): void => {
    const took = performance.now() - start
    latencies.add('impersonation', took)
    observer?.attempted(mode, decision, took / 1000)
  }
  try {
    const result = await attempt
    report(result.constraint === '' ? 'legacy' : modeOf(result.constraint), 'allowed')
    return result
  } catch (error) {
    report('', 'denied')
    throw error
  }
}

function observedAuthorizer(authorizer: Authorizer, observer: ImpersonationObserver): Authorizer {
  return {
    async authorize(attributes, request) {
      const start = performance.now()
      const result = await authorizer.authorize(attributes, request)
      const decision = result.decision === 'allow' ? 'allowed' : 'denied'
      observer.authorized(modeOf(attributes.verb), decision, (performance.now() - start) / 1000)
      return result
    },
  }
}

/** The mode of `impersonate:<mode>` and `impersonate-on:<mode>:<verb>`. */
function modeOf(verb: string): string {
  return verb.split(':')[1] ?? 'legacy'
}

/** Tries the mode first that succeeded last for a user: clients usually use one mode. */
class LastModes {
  readonly #modes: readonly ImpersonationMode[]
  readonly #last = new Map<string, number>()

  constructor(modes: readonly ImpersonationMode[]) {
    this.#modes = modes
  }

  async impersonate(
    wanted: RequestUser,
    attributes: AuthorizationAttributes,
    authorizer: Authorizer,
  ): Promise<Impersonated> {
    let firstError: unknown
    for (const index of this.#order(attributes.user.name)) {
      const mode = this.#modes[index]
      if (mode === undefined || !mode.applies(wanted, attributes.user)) continue
      try {
        const user = await impersonated({ mode, authorizer, wanted, attributes })
        this.#remember(attributes.user.name, index)
        return { user, constraint: mode.name === undefined ? '' : `impersonate:${mode.name}` }
      } catch (error) {
        firstError ??= error
      }
    }
    throw firstError ?? new Error('all impersonation modes failed')
  }

  #order(name: string): number[] {
    const all = this.#modes.map((_, index) => index)
    const last = this.#last.get(name)
    return last === undefined ? all : [last, ...all.filter((index) => index !== last)]
  }

  #remember(name: string, index: number): void {
    this.#last.delete(name)
    this.#last.set(name, index)
    if (this.#last.size <= remembered) return
    const [oldest] = this.#last.keys()
    if (oldest !== undefined) this.#last.delete(oldest)
  }
}
