import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import { compareResourceVersion } from 'apimachinery/meta'
import { getResourceVersion, getUID, type KubernetesObject } from 'apimachinery/runtime'
import { isDeleting } from './controller.js'

/** How long an informer may take to see a write, in milliseconds. */
const timeout = 10_000

/** What was written for one object of a controller. */
interface Written {
  readonly versions: Map<SharedInformer<KubernetesObject>, string>
  readonly deleted: Set<{ readonly informer: SharedInformer<KubernetesObject>; readonly object: KubernetesObject }>
}

/**
 * What a controller has written and its informers may not have seen yet: before it counts again, it waits for them, so that it neither creates
 * twice nor deletes twice. Source: pkg/controller/util/consistency of Kubernetes.
 */
export class OwnWrites {
  readonly #written = new Map<string, Written>()

  /** Notes the answer to a write, for the object of a key. */
  wrote<T extends KubernetesObject>(key: string, informer: SharedInformer<T>, object: T): void {
    const { versions } = this.#of(key)
    const each = informer as unknown as SharedInformer<KubernetesObject>
    const version = getResourceVersion(object)
    const other = versions.get(each)
    if (other === undefined || compareResourceVersion(version, other) > 0) versions.set(each, version)
  }

  /** Notes that an object was deleted, for the object of a key. */
  deleted<T extends KubernetesObject>(key: string, informer: SharedInformer<T>, object: T): void {
    this.#of(key).deleted.add({ informer: informer as unknown as SharedInformer<KubernetesObject>, object })
  }

  /** Waits for the writes for a key. @returns whether the informers have seen all; if not, they will deliver what is missing. */
  async seen(key: string): Promise<boolean> {
    const { versions, deleted } = this.#of(key)
    for (const [informer, version] of [...versions]) {
      if (!(await informer.waitForResourceVersion(version, { timeout }))) return false
      if (versions.get(informer) === version) versions.delete(informer)
    }
    for (const each of deleted)
      if (isGone(each.informer.lister.getByKey(objectKey(each.object)), each.object)) deleted.delete(each)
    if (versions.size > 0 || deleted.size > 0) return false
    this.#written.delete(key)
    return true
  }

  /** The object of a key is gone or needs nothing more. */
  forget(key: string): void {
    this.#written.delete(key)
  }

  #of(key: string): Written {
    let written = this.#written.get(key)
    if (written === undefined) {
      written = { versions: new Map(), deleted: new Set() }
      this.#written.set(key, written)
    }
    return written
  }
}

function isGone(known: KubernetesObject | undefined, deleted: KubernetesObject): boolean {
  return known === undefined || getUID(known) !== getUID(deleted) || isDeleting(known)
}
