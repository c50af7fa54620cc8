import { EventBroadcaster } from '@apimachinery/client/events'
import { Unstructured } from 'apimachinery/runtime'
import type { ControllerContext } from '../controller.js'
import { identityOf, identityText, type OwnerEdge, type OwnerNode } from './owner-node.js'

const component = 'garbage-collector-controller'

/** Says in events of objects that they name owners which are not in their namespaces. */
export class InvalidOwnerEvents {
  readonly #events: EventBroadcaster

  constructor({ client, clock, pace }: ControllerContext) {
    // Times are those of the cluster; pauses must not wait for a clock that a test holds.
    const mixed = { now: () => clock.now(), monotonic: () => pace.monotonic(), setTimer: pace.setTimer.bind(pace) }
    this.#events = new EventBroadcaster({ client, clock: mixed })
  }

  report({ identity }: OwnerNode, owner: OwnerEdge): void {
    const { apiVersion, kind, namespace, name, uid } = identity
    const object = new Unstructured({
      apiVersion,
      kind,
      metadata: { name, uid, ...(namespace !== '' && { namespace }) },
    })
    const place = JSON.stringify(namespace)
    const note = `ownerRef ${identityText(identityOf(owner, namespace))} does not exist in namespace ${place}`
    this.#events.recorder(component).event(object, { type: 'Warning', reason: 'OwnerRefInvalidNamespace', note })
  }

  stop(): Promise<void> {
    return this.#events.stop()
  }
}
