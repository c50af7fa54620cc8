import type { TestServer } from '@apimachinery/server/testing'
import { Event, Pod, type PodStatus } from 'apimachinery/api/core/v1'
import { expect } from 'vitest'

/** How long and how often is looked. */
export const soon = { timeout: 30_000, interval: 20 }

/** The pods and events of a namespace, and what a kubelet would do. */
export class WorkloadPods {
  readonly #server: TestServer
  readonly #namespace: string

  constructor(server: TestServer, namespace: string) {
    this.#server = server
    this.#namespace = namespace
  }

  async list(): Promise<Pod[]> {
    const { items } = await this.#server.client.list(Pod, { namespace: this.#namespace })
    return items.sort((a, b) => ((a.metadata?.name ?? '') < (b.metadata?.name ?? '') ? -1 : 1))
  }

  async names(): Promise<string[]> {
    return (await this.list()).map(({ metadata }) => metadata?.name ?? '')
  }

  get(name: string): Promise<Pod> {
    return this.#server.client.get(Pod, { namespace: this.#namespace, name })
  }

  /** Waits until there are just these pods. */
  are(names: readonly string[]) {
    return expect.poll(() => this.names(), soon).toEqual(names)
  }

  /** Waits until there is a pod of this name, but not this one. */
  another(pod: Pod) {
    const { name = '', uid } = pod.metadata ?? {}
    return expect
      .poll(
        () =>
          this.get(name)
            .then(({ metadata }) => metadata?.uid ?? uid)
            .catch(() => uid),
        soon,
      )
      .not.toBe(uid)
  }

  /** Lets a pod run and be ready. */
  async ready(name: string): Promise<Pod> {
    const lastTransitionTime = new Date(this.#server.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    return this.#write(name, { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }] })
  }

  /** Lets a pod run and be ready when it comes. */
  async comesReady(name: string): Promise<Pod> {
    await expect.poll(() => this.names(), soon).toContain(name)
    return this.ready(name)
  }

  fail(name: string): Promise<Pod> {
    return this.#write(name, { phase: 'Failed' })
  }

  async #write(name: string, status: PodStatus): Promise<Pod> {
    const pod = await this.get(name)
    return this.#server.client.updateStatus(new Pod({ ...pod, status: { ...pod.status, ...status } }))
  }

  async delete(name: string): Promise<void> {
    await this.#server.client.delete(await this.get(name))
  }

  /** Reason and message of the events of objects of a kind. */
  async events(kind: string): Promise<string[]> {
    const { items } = await this.#server.client.list(Event, { namespace: this.#namespace })
    return items
      .filter(({ involvedObject }) => involvedObject?.kind === kind)
      .map(({ reason, message }) => `${reason}: ${message}`)
      .sort()
  }
}
