import type { RequestContext } from '../request/request-context.js'
import type { AdmissionAttributes, Operation } from './attributes.js'
import type { AdmissionPlugin } from './plugin.js'

/** Plugins one after another; the first that throws ends the request. Source: `chainAdmissionHandler` of k8s.io/apiserver. */
export class AdmissionChain implements AdmissionPlugin {
  readonly #plugins: readonly AdmissionPlugin[]

  constructor(plugins: readonly AdmissionPlugin[]) {
    this.#plugins = plugins
  }

  handles(operation: Operation): boolean {
    return this.#plugins.some((plugin) => plugin.handles(operation))
  }

  /** Runs the mutating plugins, and all of them once more when one of them asked for it. */
  async admit(attributes: AdmissionAttributes, context: RequestContext): Promise<void> {
    await this.#admitOnce(attributes, context)
    const { reinvocation } = attributes
    if (!reinvocation.shouldReinvoke || reinvocation.isReinvoke) return
    reinvocation.isReinvoke = true
    await this.#admitOnce(attributes, context)
  }

  async validate(attributes: AdmissionAttributes, context: RequestContext): Promise<void> {
    for (const plugin of this.#plugins) {
      if (plugin.validate !== undefined && plugin.handles(attributes.operation)) {
        await plugin.validate(attributes, context)
      }
    }
  }

  async #admitOnce(attributes: AdmissionAttributes, context: RequestContext): Promise<void> {
    for (const plugin of this.#plugins) {
      if (plugin.admit !== undefined && plugin.handles(attributes.operation)) await plugin.admit(attributes, context)
    }
  }
}

/** Admits everything. */
export const admitAll: AdmissionPlugin = { handles: () => false }
