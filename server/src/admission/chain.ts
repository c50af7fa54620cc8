import type { RequestContext } from '../request/request-context.js'
import type { AdmissionAttributes, Operation } from './attributes.js'
import type { AdmissionPlugin } from './plugin.js'

/** Plugins may first change the object, then validate it. */
export type AdmissionStep = 'admit' | 'validate'

/** An admission step and its result. */
export interface AdmissionRun {
  readonly step: AdmissionStep
  readonly operation: Operation
  readonly rejected: boolean
}

type StepObserver = (run: AdmissionRun, seconds: number) => void

/** Called with the duration of admission. */
export interface AdmissionObserver {
  readonly step: StepObserver
  /** For one plugin, by its name. */
  readonly plugin: (name: string) => StepObserver
}

/** A plugin by the name that flags have for it. */
export interface NamedPlugin {
  readonly name: string
  readonly plugin: AdmissionPlugin
}

interface Member {
  readonly plugin: AdmissionPlugin
  /** Resources that it handles; all if absent. */
  readonly resources: ReadonlySet<string> | undefined
  readonly observe: StepObserver | undefined
}

/** Plugins one after another; the first that throws ends the request. Source: `chainAdmissionHandler` of k8s.io/apiserver. */
export class AdmissionChain implements AdmissionPlugin {
  readonly #members: readonly Member[]
  readonly #observe: StepObserver | undefined

  constructor(plugins: readonly (AdmissionPlugin | NamedPlugin)[], observer?: AdmissionObserver) {
    this.#observe = observer?.step
    this.#members = plugins.map((each) =>
      'plugin' in each ? memberOf(each.plugin, observer?.plugin(each.name)) : memberOf(each, undefined),
    )
  }

  handles(operation: Operation): boolean {
    return this.#members.some(({ plugin }) => plugin.handles(operation))
  }

  /** Runs the mutating plugins, and all of them again if one of them requested it. */
  async admit(attributes: AdmissionAttributes, context: RequestContext): Promise<void> {
    await this.#run('admit', attributes, context)
    const { reinvocation } = attributes
    if (!reinvocation.shouldReinvoke || reinvocation.isReinvoke) return
    reinvocation.isReinvoke = true
    await this.#run('admit', attributes, context)
  }

  validate(attributes: AdmissionAttributes, context: RequestContext): Promise<void> {
    return this.#run('validate', attributes, context)
  }

  async #run(step: AdmissionStep, attributes: AdmissionAttributes, context: RequestContext): Promise<void> {
    const { operation } = attributes
    const resource = qualifiedResource(attributes.resource)
    const start = performance.now()
    let [last, rejected] = [start, true]
    let running: Member | undefined
    const ended = (): void => {
      if (running === undefined) return
      const now = performance.now()
      running.observe?.({ step, operation, rejected }, (now - last) / 1000)
      last = now
    }
    try {
      for (const member of this.#members) {
        if (member.plugin[step] === undefined || !member.plugin.handles(operation)) continue
        if (member.resources?.has(resource) === false) {
          member.observe?.({ step, operation, rejected: false }, 0)
          continue
        }
        running = member
        await member.plugin[step](attributes, context)
        rejected = false
        ended()
        rejected = true
        running = undefined
      }
      rejected = false
    } finally {
      ended()
      this.#observe?.({ step, operation, rejected }, (performance.now() - start) / 1000)
    }
  }
}

function memberOf(plugin: AdmissionPlugin, observe: StepObserver | undefined): Member {
  const { resources } = plugin
  return { plugin, observe, resources: resources && new Set(resources) }
}

function qualifiedResource({ group, resource }: AdmissionAttributes['resource']): string {
  return group === '' ? resource : `${resource}.${group}`
}

/** Admits everything. */
export const admitAll: AdmissionPlugin = { handles: () => false }
