import { objectKey } from '@apimachinery/client/cache'
import { type GroupVersionKind, parseGroupVersion } from 'apimachinery/schema'
import type { Timer } from 'apimachinery/wait'
import type { ControllerContext } from '../../controllers/controller.js'
import type { Stage } from '../stages/stage.js'
import type { NodeSelection } from './node-selection.js'
import type { StagePlayer } from './stage-player.js'

/** Input of {@link OtherKind}. */
export interface OtherKindOptions {
  readonly context: ControllerContext
  readonly kind: Stage['kind']
  readonly player: StagePlayer
  readonly selection: NodeSelection
  readonly onError: (error: unknown) => void
}

/** Shows all objects of a kind other than pods and nodes to the player of their stages. */
export class OtherKind {
  readonly #options: OtherKindOptions
  #retry: Timer | undefined
  #stopped = false

  constructor(options: OtherKindOptions) {
    this.#options = options
  }

  start(): void {
    this.#options.player.start()
    void this.#find()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#retry?.stop()
    await this.#options.player.stop()
  }

  /** Begins to read the objects. A kind that is not served yet is looked for again. */
  async #find(): Promise<void> {
    const { context, kind, player, selection, onError } = this.#options
    try {
      const gvk: GroupVersionKind = parseGroupVersion(kind.apiVersion).withKind(kind.kind)
      const { resource } = await context.client.restMapper.restMapping(gvk, gvk.version)
      if (this.#stopped) return
      const observe = (object: Parameters<StagePlayer['observe']>[0]): void => {
        if (!selection.isDisregarded(object)) player.observe(object)
      }
      context.informers.informerFor(resource).addEventHandler({
        onAdd: observe,
        onUpdate: (_old, object) => observe(object),
        onDelete: (object) => player.forget(objectKey(object)),
      })
    } catch (error) {
      if (this.#stopped) return
      onError(error)
      this.#retry = context.pace.setTimer(() => void this.#find(), 5000)
    }
  }
}
