import { objectKey } from '@apimachinery/client/cache'
import { Binding, Pod } from 'apimachinery/api/core/v1'
import { type ControllerContext, isDeleting, type ReconcileLoop, reconcileLoop } from '../controllers/controller.js'

/** Binds pods to nodes by turns, where no scheduler runs. */
export class PodBinder {
  readonly #context: ControllerContext
  readonly #names: readonly string[]
  readonly #loop: ReconcileLoop
  #next = 0

  constructor(context: ControllerContext, names: readonly string[]) {
    this.#context = context
    this.#names = names
    this.#loop = reconcileLoop({ name: 'node', context, reconcile: (key) => this.#bind(key) })
  }

  start(): void {
    const add = (pod: Pod): void => {
      if ((pod.spec?.nodeName ?? '') === '' && !isDeleting(pod)) this.#loop.add(objectKey(pod))
    }
    this.#context.informers.informerFor(Pod).addEventHandler({ onAdd: add, onUpdate: (_old, pod) => add(pod) })
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #bind(key: string): Promise<undefined> {
    const pod = this.#context.informers.informerFor(Pod).lister.getByKey(key)
    if (pod === undefined || isDeleting(pod) || (pod.spec?.nodeName ?? '') !== '') return undefined
    if (this.#names.length === 0 || (pod.spec?.schedulingGates?.length ?? 0) > 0) return undefined
    const { name = '', namespace = '', uid } = pod.metadata ?? {}
    const target = { kind: 'Node', apiVersion: 'v1', name: this.#names[this.#next++ % this.#names.length]! }
    const binding = new Binding({ metadata: { name, namespace, uid }, target })
    const pods = this.#context.client.resource(Pod).namespace(namespace)
    await pods.subresource('binding', Binding).create(name, binding)
    return undefined
  }
}
