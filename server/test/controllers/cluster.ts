import type { TestServer } from '@apimachinery/server/testing'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { type KubernetesObject, Unstructured } from 'apimachinery/runtime'
import { expect } from 'vitest'

/** How long and how often is looked. */
export const soon = { timeout: 30_000, interval: 20 }

/** What can be an owner. */
export interface Owned {
  readonly apiVersion?: string | undefined
  readonly kind?: string | undefined
  readonly metadata?: { readonly name?: string | undefined; readonly uid?: string | undefined } | undefined
}

/** A reference to an owner. */
export interface Reference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly blockOwnerDeletion?: boolean
}

/** A reference to an object. */
export function refTo({ apiVersion = '', kind = '', metadata }: Owned, more: Partial<Reference> = {}): Reference {
  return { apiVersion, kind, name: metadata?.name ?? '', uid: metadata?.uid ?? '', ...more }
}

/** A server with a collector and widgets, and the steps of the tests on it. */
export class Cluster {
  readonly server: TestServer
  #count = 0

  constructor(server: TestServer) {
    this.server = server
  }

  async widget(name: string, owners: readonly Reference[] = [], namespace = 'default'): Promise<Unstructured> {
    const metadata = { name, namespace, ownerReferences: owners.map((each) => ({ ...each })) }
    return this.server.client.create(new Unstructured({ apiVersion: 'example.com/v1', kind: 'Widget', metadata }))
  }

  async map(name: string, owners: readonly Reference[] = [], namespace = 'default'): Promise<ConfigMap> {
    return this.server.client.create(new ConfigMap({ metadata: { name, namespace, ownerReferences: [...owners] } }))
  }

  async isThere(name: string, namespace = 'default'): Promise<boolean> {
    return this.server.client.get(ConfigMap, { name, namespace }).then(
      () => true,
      (error: unknown) => {
        if (isNotFound(error)) return false
        throw error
      },
    )
  }

  gone(name: string, namespace = 'default') {
    return expect.poll(() => this.isThere(name, namespace), soon).toBe(false)
  }

  delete(object: KubernetesObject, propagationPolicy = 'Background') {
    return this.server.client.delete(object, { propagationPolicy } as never)
  }

  /** Waits until the collector has judged what came before: then an orphan that came later is gone. */
  async collected(): Promise<void> {
    const name = `marker-${this.#count++}`
    const owner = await this.map(`${name}-owner`)
    await this.delete(owner)
    await this.map(name, [refTo(owner)])
    await this.gone(name)
  }
}
