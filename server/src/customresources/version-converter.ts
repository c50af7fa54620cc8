import { deepCopy } from 'apimachinery/descriptor'
import { ensureMetadata } from 'apimachinery/meta'
import { convertThroughWebhook } from 'apimachinery/openapi'
import { type KubernetesObject, unstructuredContent } from 'apimachinery/runtime'
import { readMetadata } from '../registry/read-metadata.js'
import type { CompiledVersions } from './compiled-versions.js'
import type { ConversionMetrics } from './conversion-metrics.js'
import type { ConversionWebhook } from './conversion-webhook.js'
import { invalidVersion } from './custom-resource-codec.js'
import type { CustomResourceType } from './custom-resource-type.js'

/** Converts objects of a definition between its versions through its webhook. */
export class VersionConverter {
  readonly #versions: CompiledVersions
  readonly #webhook: ConversionWebhook
  readonly #metrics: ConversionMetrics | undefined

  constructor(versions: CompiledVersions, webhook: ConversionWebhook, metrics?: ConversionMetrics) {
    this.#versions = versions
    this.#webhook = webhook
    this.#metrics = metrics
  }

  /**
   * The objects in a version, those of each other version in one review. None is changed.
   *
   * @throws MachineryError `ConversionWebhook` with Go's words, `UnknownVersion`.
   */
  async convert(objects: readonly KubernetesObject[], to: CustomResourceType): Promise<KubernetesObject[]> {
    const converted = await this.convertUnpruned(objects, to)
    for (const [index, object] of converted.entries()) if (object !== objects[index]) to.version.coerce(object)
    return converted
  }

  /**
   * As {@link convert}, with the fields that the webhook added and the version does not have: field managers do not own what
   * such an object has.
   */
  async convertUnpruned(objects: readonly KubernetesObject[], to: CustomResourceType): Promise<KubernetesObject[]> {
    const result = [...objects]
    const pending = new Map<CustomResourceType, number[]>()
    for (const [index, object] of objects.entries()) {
      const from = this.#versions.ofAPIVersion(object.apiVersion ?? '')
      if (from === undefined) throw invalidVersion('from', object)
      if (from === to) continue
      const indexes = pending.get(from)
      if (indexes === undefined) pending.set(from, [index])
      else indexes.push(index)
    }
    for (const [from, indexes] of pending) {
      const converted = await this.#ask(
        indexes.map((index) => objects[index]!),
        from,
        to,
      )
      for (const [at, index] of indexes.entries()) result[index] = converted[at]!
    }
    return result
  }

  async #ask(
    objects: readonly KubernetesObject[],
    from: CustomResourceType,
    to: CustomResourceType,
  ): Promise<KubernetesObject[]> {
    const start = performance.now()
    let answered = false
    const observed = {
      definition: this.#versions.definitionName,
      from: from.type.groupVersionKind.version,
      to: to.type.groupVersionKind.version,
    }
    const observe = (error?: unknown): void => {
      const seconds = (performance.now() - start) / 1000
      this.#metrics?.observe({ ...observed, seconds, callFailed: !answered, error })
    }
    const converted = await convertThroughWebhook(objects.map(withoutVersion), {
      desiredAPIVersion: to.type.groupVersionKind.groupVersion().toString(),
      description: String(from.type.groupVersionKind),
      // Upstream asks for each object alone.
      single: true,
      transport: async (review) => {
        const answer = await this.#webhook.send(review)
        answered = true
        return answer
      },
    }).catch((error: unknown) => {
      observe(error)
      throw error
    })
    observe()
    return converted.map((content, index) => {
      const { resourceVersion } = readMetadata(objects[index]!)
      const object: KubernetesObject = Object.setPrototypeOf(content, to.type.prototype)
      if (resourceVersion !== undefined) ensureMetadata(object).resourceVersion = resourceVersion
      return object
    })
  }
}

/** A copy as upstream reads it from the store: the version of an object is not part of what is stored. */
function withoutVersion(object: KubernetesObject): object {
  const copy = deepCopy(object)
  if (readMetadata(copy).resourceVersion !== undefined) delete ensureMetadata(copy).resourceVersion
  return unstructuredContent(copy)
}
