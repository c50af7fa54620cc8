import type { Node } from 'apimachinery/api/core/v1'
import { parse, type Selector } from 'apimachinery/labels'
import type { KubernetesObject } from 'apimachinery/runtime'
import { getAnnotations, getLabels } from 'apimachinery/runtime'
import type { SimulationOptions } from '../configuration/nodes-configuration.js'

/** Which nodes are simulated, and which objects stages leave alone. */
export class NodeSelection {
  readonly #allNodes: boolean
  readonly #annotations: Selector
  readonly #labels: Selector
  readonly #disregardedAnnotations: Selector | undefined
  readonly #disregardedLabels: Selector | undefined

  constructor(options: SimulationOptions) {
    this.#allNodes = options.allNodes
    this.#annotations = parse(options.annotationSelector)
    this.#labels = parse(options.labelSelector)
    const [annotations, labels] = [options.disregardAnnotations, options.disregardLabels]
    this.#disregardedAnnotations = annotations === '' ? undefined : parse(annotations)
    this.#disregardedLabels = labels === '' ? undefined : parse(labels)
  }

  isSimulated(node: Node): boolean {
    if (this.#allNodes) return true
    return this.#annotations.matches(getAnnotations(node) ?? {}) && this.#labels.matches(getLabels(node) ?? {})
  }

  isDisregarded(object: KubernetesObject): boolean {
    const [annotations, labels] = [getAnnotations(object) ?? {}, getLabels(object) ?? {}]
    return (
      (this.#disregardedAnnotations !== undefined &&
        Object.keys(annotations).length > 0 &&
        this.#disregardedAnnotations.matches(annotations)) ||
      (this.#disregardedLabels !== undefined &&
        Object.keys(labels).length > 0 &&
        this.#disregardedLabels.matches(labels))
    )
  }
}
