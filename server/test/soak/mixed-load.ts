import type { Client } from '@apimachinery/client'
import { Deployment } from 'apimachinery/api/apps/v1'
import { Job } from 'apimachinery/api/batch/v1'
import { ConfigMap, Event, Namespace, Pod, Secret, Service } from 'apimachinery/api/core/v1'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'

const gone = (error: unknown): void => {
  if (!isNotFound(error) && !isConflict(error)) throw error
}

/** Creates, changes, reads and deletes objects of many kinds, as many as before after each round. */
export class MixedLoad {
  readonly #client: Client
  readonly #namespace: string
  readonly #kept: number
  #round = 0

  /** `kept`: how many objects of each kind exist while the load is steady. */
  constructor(client: Client, namespace: string, kept: number) {
    this.#client = client
    this.#namespace = namespace
    this.#kept = kept
  }

  async start(): Promise<void> {
    await this.#client.create(new Namespace({ metadata: { name: this.#namespace } }))
  }

  /** One of each kind: the object of so many rounds before is deleted. */
  async round(): Promise<void> {
    const round = this.#round++
    await Promise.all([this.#configuration(round), this.#workloads(round), this.#reads(round), this.#events(round)])
  }

  async #configuration(round: number): Promise<void> {
    const namespace = this.#namespace
    const maps = this.#client.resource(ConfigMap).namespace(namespace)
    const name = `map-${round}`
    await this.#client.create(new ConfigMap({ metadata: { name, namespace }, data: { text: 'x'.repeat(500) } }))
    await maps.patch(name, { type: PatchType.Merge, body: { data: { round: String(round) } } })
    await maps.apply({ metadata: { name }, data: { applied: String(round) } } as never, {
      fieldManager: 'soak',
      force: true,
    })
    await maps.delete(`map-${round - this.#kept}`).catch(gone)
    await this.#client.create(
      new Secret({ metadata: { generateName: 'secret-', namespace, labels: { round: `r${round + this.#kept}` } } }),
    )
    await this.#client
      .resource(Secret)
      .namespace(namespace)
      .deleteCollection({ labelSelector: `round=r${round}` } as never)
  }

  async #workloads(round: number): Promise<void> {
    const namespace = this.#namespace
    const labels = { app: `app-${round}` }
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const deployment = {
      metadata: { name: labels.app, namespace },
      spec: { selector: { matchLabels: labels }, template },
    }
    await this.#client.create(new Deployment(deployment as never))
    const service = {
      metadata: { name: labels.app, namespace },
      spec: { selector: labels, ports: [{ port: 80 }], type: 'NodePort' },
    }
    await this.#client.create(new Service(service as never))
    const once = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] }
    const job = {
      metadata: { name: labels.app, namespace },
      spec: { ttlSecondsAfterFinished: 60, template: { spec: once } },
    }
    await this.#client.create(new Job(job as never))
    const old = `app-${round - this.#kept}`
    const options = { propagationPolicy: 'Background' } as const
    for (const kind of [Deployment, Service, Job]) {
      await this.#client
        .resource(kind as typeof Service)
        .namespace(namespace)
        .delete(old, options)
        .catch(gone)
    }
  }

  async #reads(round: number): Promise<void> {
    await this.#client
      .resource(Pod)
      .namespace(this.#namespace)
      .list({ limit: 5 } as never)
    await this.#client.resource(ConfigMap).list({ labelSelector: 'a=b' })
    const ending = new AbortController()
    const watch = this.#client
      .resource(ConfigMap)
      .namespace(this.#namespace)
      .watch({ signal: ending.signal } as never)
    for await (const _ of watch) {
      ending.abort()
      break
    }
    await this.#client.get(ConfigMap, { namespace: this.#namespace, name: `map-${round - 1}` }).catch(gone)
  }

  async #events(round: number): Promise<void> {
    const namespace = this.#namespace
    const involvedObject = { kind: 'ConfigMap', name: `map-${round}`, namespace }
    const event = {
      metadata: { generateName: 'event-', namespace },
      involvedObject,
      reason: 'Soak',
      message: 'round',
      type: 'Normal',
    }
    await this.#client.create(new Event(event as never))
  }
}
