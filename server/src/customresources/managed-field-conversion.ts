import { deepCopy } from 'apimachinery/descriptor'
import { MachineryError } from 'apimachinery/errors'
import { stringifyJSON } from 'apimachinery/json'
import type { ObjectConvertor } from 'apimachinery/managedfields'
import { groupVersionKindOf, type KubernetesObject, unstructuredContent } from 'apimachinery/runtime'
import type { CompiledVersions } from './compiled-versions.js'
import { invalidVersion } from './custom-resource-codec.js'
import type { VersionConverter } from './version-converter.js'

/** The result of one conversion. */
interface Converted {
  readonly object?: KubernetesObject | undefined
  readonly error?: unknown
}

/** More rounds than managed fields need: each manager's version is converted to, and back. */
const mostRounds = 20

interface PendingConversion {
  readonly key: string
  readonly object: KubernetesObject
  readonly apiVersion: string
}

/**
 * Converts for field managers, which are synchronous, through a webhook, which is not: required conversions are recorded,
 * done, and the work is run again with the results.
 */
export class ManagedFieldConversion {
  readonly #versions: CompiledVersions
  readonly #converter: VersionConverter
  /** Of the run that is going on; runs do not wait, so that there is never more than one. */
  #known: ReadonlyMap<string, Converted> = new Map()
  #wanted: PendingConversion[] = []

  constructor(versions: CompiledVersions, converter: VersionConverter) {
    this.#versions = versions
    this.#converter = converter
  }

  readonly convertor: ObjectConvertor = {
    convertToVersion: (object, target) => {
      const gvk = groupVersionKindOf(object)
      const apiVersion = (target.kindForGroupVersionKinds([gvk]) ?? gvk).groupVersion().toString()
      if (object.apiVersion === apiVersion) return object
      const key = `${apiVersion} ${stringifyJSON(unstructuredContent(object))}`
      const known = this.#known.get(key)
      if (known?.error !== undefined) throw known.error
      if (known?.object !== undefined) return deepCopy(known.object)
      this.#wanted.push({ key, object, apiVersion })
      throw new MachineryError('PendingConversion', `${gvk} is not converted to ${apiVersion} yet`)
    },
  }

  /** Runs `run` until no conversion is missing; what the webhook refuses is thrown inside of it. @throws what `run` throws. */
  async settle<T>(run: () => T): Promise<T> {
    const known = new Map<string, Converted>()
    for (let round = 0; ; round++) {
      const { result, wanted } = this.#attempt(run, known)
      if (wanted.length === 0 || round === mostRounds) return result()
      for (const { key, object, apiVersion } of wanted) known.set(key, await this.#converted(object, apiVersion))
    }
  }

  async #converted(object: KubernetesObject, apiVersion: string): Promise<Converted> {
    const target = this.#versions.ofAPIVersion(apiVersion)
    if (target === undefined) return { error: invalidVersion('to', { apiVersion }) }
    try {
      const [converted] = await this.#converter.convertUnpruned([object], target)
      return { object: converted }
    } catch (error) {
      return { error }
    }
  }

  #attempt<T>(
    run: () => T,
    known: ReadonlyMap<string, Converted>,
  ): { readonly result: () => T; readonly wanted: readonly PendingConversion[] } {
    this.#known = known
    this.#wanted = []
    let result: () => T
    try {
      const value = run()
      result = () => value
    } catch (error) {
      result = () => {
        throw error
      }
    }
    return { result, wanted: this.#wanted }
  }
}
