import type { SharedInformer } from '@apimachinery/client/cache'
import type { Scale } from 'apimachinery/api/autoscaling/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import { nothing, parse, type Selector } from 'apimachinery/labels'
import { getLabels, getName, getNamespace } from 'apimachinery/runtime'
import type { AutoscalerRun } from './autoscaler-run.js'
import type { ScaledPods } from './replica-calculator.js'

/** An autoscaler's selector, and its namespace. */
interface Known {
  readonly namespace: string
  readonly name: string
  readonly selector: Selector
}

/** The selectors of all autoscalers, to find pods that several of them scale. */
export class AutoscalerSelectors {
  readonly #known = new Map<string, Known>()

  /** An autoscaler exists; what it selects is told by {@link podsOf}. */
  add(namespace: string, name: string): void {
    const key = `${namespace}/${name}`
    if (!this.#known.has(key)) this.#known.set(key, { namespace, name, selector: nothing() })
  }

  delete(key: string): void {
    this.#known.delete(key)
  }

  /**
   * The pods that an autoscaler scales by the scale of its target; sets the condition ScalingActive where they are not clear.
   *
   * @throws Error without selector, for an invalid one, and for pods of several autoscalers
   */
  podsOf(run: AutoscalerRun, scale: Scale, pods: SharedInformer<Pod>): ScaledPods {
    const namespace = getNamespace(run.autoscaler)
    const text = scale.status?.selector ?? ''
    if (text === '') {
      run.event('Warning', 'SelectorRequired', 'selector is required')
      run.setCondition('ScalingActive', ['False', 'InvalidSelector', "the HPA target's scale is missing a selector"])
      throw new Error('selector is required')
    }
    const selector = parsed(run, text)
    const name = getName(run.autoscaler)
    if (this.#known.has(`${namespace}/${name}`)) this.#known.set(`${namespace}/${name}`, { namespace, name, selector })
    const selecting = this.#selecting(pods.lister.namespace(namespace).list(selector), namespace)
    if (selecting.length > 1) {
      const all = selecting.map((each) => `${each.namespace}/${each.name}`).join(' ')
      throw refused(run, 'AmbiguousSelector', `pods by selector ${text} are controlled by multiple HPAs: [${all}]`)
    }
    return {
      namespace,
      selector,
      specReplicas: scale.spec?.replicas ?? 0,
      statusReplicas: scale.status?.replicas ?? 0,
      tolerances: run.tolerances,
    }
  }

  #selecting(pods: readonly Pod[], namespace: string): Known[] {
    const own = [...this.#known.values()].filter((each) => each.namespace === namespace)
    return own.filter(({ selector }) => pods.some((pod) => selector.matches(getLabels(pod) ?? {})))
  }
}

function parsed(run: AutoscalerRun, text: string): Selector {
  try {
    return parse(text)
  } catch (error) {
    const about = "couldn't convert selector into a corresponding internal selector object"
    throw refused(run, 'InvalidSelector', `${about}: ${messageOf(error)}`)
  }
}

function refused(run: AutoscalerRun, reason: string, message: string): Error {
  run.event('Warning', reason, message)
  run.setCondition('ScalingActive', ['False', reason, message])
  return new Error(message)
}
