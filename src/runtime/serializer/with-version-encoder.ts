import type { Encoder, GroupVersioner } from '../interfaces.js'
import { requireObject } from '../objects/require-object.js'
import type { KubernetesObject } from '../objects/typed-object.js'
import { withGroupVersionKind } from '../scheme/kind-access.js'
import { isNotRegisteredError } from '../scheme/not-registered-error.js'
import type { ObjectTyper } from '../scheme/object-typer.js'

/** Input of a {@link WithVersionEncoder}. */
export interface WithVersionEncoderOptions {
  /** Chooses among the kinds an object can be; the first without it. */
  readonly version?: GroupVersioner | undefined
  readonly encoder: Encoder
  readonly typer: ObjectTyper
}

/** Encodes without conversion, making sure that `apiVersion` and `kind` are written. */
export class WithVersionEncoder implements Encoder {
  readonly #options: WithVersionEncoderOptions

  constructor(options: WithVersionEncoderOptions) {
    this.#options = options
  }

  get identifier(): string {
    return this.#options.encoder.identifier
  }

  encode(object: KubernetesObject): Uint8Array {
    return this.#options.encoder.encode(this.#withKind(object))
  }

  #withKind(object: KubernetesObject): KubernetesObject {
    const { typer, version } = this.#options
    try {
      const { gvks } = typer.objectKinds(requireObject(object))
      const gvk = version?.kindForGroupVersionKinds(gvks) ?? gvks[0]
      return gvk === undefined ? object : withGroupVersionKind(object, gvk)
    } catch (error) {
      if (isNotRegisteredError(error)) return object
      throw error
    }
  }
}
