import { setImmediate } from 'node:timers/promises'
import { Node } from 'apimachinery/api/core/v1'
import { isAlreadyExists } from 'apimachinery/errors'
import type { ControllerContext } from '../controllers/controller.js'
import { type ReconcileLoop, reconcileLoop } from '../controllers/controller.js'
import { AddressPool } from './player/address-pool.js'

/** The annotation of nodes that are simulated. */
export const simulatedAnnotation = 'kwok.x-k8s.io/node'

/** Creates nodes by these names, unless they are there. */
export class CreatedNodes {
  readonly #names: readonly string[]
  readonly #loop: ReconcileLoop

  constructor(context: ControllerContext, names: readonly string[]) {
    this.#names = names
    const addresses = new AddressPool('172.18.0.0/16')
    const addressOf = new Map(names.map((name) => [name, addresses.take()]))
    const reconcile = async (name: string): Promise<undefined> => {
      // Others have their turns between two of many nodes.
      await setImmediate()
      await context.client.create(newNode(name, addressOf.get(name) ?? '')).catch((error: unknown) => {
        if (!isAlreadyExists(error)) throw error
      })
    }
    this.#loop = reconcileLoop({ name: 'node', context, reconcile })
  }

  start(): void {
    for (const name of this.#names) this.#loop.add(name)
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }
}

function newNode(name: string, address: string): Node {
  const labels = {
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
  }
  return new Node({
    metadata: { name, labels, annotations: { [simulatedAnnotation]: 'fake' } },
    status: {
      addresses: [
        { type: 'InternalIP', address },
        { type: 'Hostname', address: name },
      ],
    },
  })
}
