import type { SharedInformer } from '@apimachinery/client/cache'
import type { Pod } from 'apimachinery/api/core/v1'
import { isMachineryError } from 'apimachinery/errors'

const index = 'spec.nodeName'

/** Pods by the node that they are bound to. */
export class PodsByNode {
  readonly #pods: SharedInformer<Pod>

  /** Adds an index to an informer, which several controllers share. */
  constructor(pods: SharedInformer<Pod>) {
    this.#pods = pods
    try {
      pods.addIndexers({ [index]: ({ spec }) => (spec?.nodeName ? [spec.nodeName] : []) })
    } catch (error) {
      // Another controller has added it.
      if (!isMachineryError(error, 'IndexConflict')) throw error
    }
  }

  /** The pods of a node. */
  onNode(name: string): readonly Pod[] {
    return this.#pods.lister.byIndex(index, name)
  }
}
