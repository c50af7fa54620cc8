import type { Node } from 'apimachinery/api/core/v1'

/** An image: its size, as the node said that had it first, and the nodes that have it. */
export interface ImageState {
  readonly size: number
  readonly nodes: ReadonlySet<string>
}

/** The images on nodes. Source: `ImageStateSummary` of k8s.io/kube-scheduler/framework. */
export class ImageStates {
  readonly #images = new Map<string, { readonly size: number; readonly nodes: Set<string> }>()

  /** Takes over the images of a node in place of those that it had. */
  update(name: string, old: Node | undefined, node: Node | undefined): void {
    if (old?.status?.images === undefined && node?.status?.images === undefined) return
    for (const { names = [] } of old?.status?.images ?? []) for (const image of names) this.#remove(image, name)
    for (const { names = [], sizeBytes = 0 } of node?.status?.images ?? [])
      for (const image of names) this.#add(image, name, sizeBytes)
  }

  get(image: string): ImageState | undefined {
    return this.#images.get(image)
  }

  #add(image: string, node: string, size: number): void {
    const state = this.#images.get(image)
    if (state === undefined) this.#images.set(image, { size, nodes: new Set([node]) })
    else state.nodes.add(node)
  }

  #remove(image: string, node: string): void {
    const state = this.#images.get(image)
    if (state?.nodes.delete(node) === true && state.nodes.size === 0) this.#images.delete(image)
  }
}
