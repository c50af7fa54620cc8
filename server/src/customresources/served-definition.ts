import { isDeepStrictEqual } from 'node:util'
import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { TypeConverter } from 'apimachinery/managedfields'
import { CompiledVersions } from './compiled-versions.js'
import { ConversionWebhook } from './conversion-webhook.js'
import { customResourceTypes } from './custom-resource-field-manager.js'
import { mergeDefinitions } from './definition-schemas.js'
import { ServedVersion, type ServingOptions } from './served-version.js'
import { VersionConverter } from './version-converter.js'

/** A served definition: its versions are compiled, and their storages opened, on demand. */
export class ServedDefinition {
  readonly definition: CustomResourceDefinition
  readonly #options: ServingOptions
  readonly #compiled: CompiledVersions
  readonly #versions = new Map<string, ServedVersion>()
  readonly #webhook: ConversionWebhook | undefined
  readonly #converter: VersionConverter | undefined
  #types: TypeConverter | undefined
  #inFlight = 0
  #drained: (() => void) | undefined

  constructor(definition: CustomResourceDefinition, options: ServingOptions) {
    this.definition = definition
    this.#options = options
    this.#compiled = new CompiledVersions(definition, options.observeRules)
    if (definition.spec.conversion?.strategy === 'Webhook') {
      this.#webhook = new ConversionWebhook(definition, options.resolver)
      this.#converter = new VersionConverter(this.#compiled, this.#webhook, options.metrics)
    }
  }

  /** Reports whether a newer state of the definition is served in the same way. */
  serves({ spec, status }: CustomResourceDefinition): boolean {
    const { definition } = this
    return (
      (spec === definition.spec || isDeepStrictEqual(spec, definition.spec)) &&
      isDeepStrictEqual(status?.acceptedNames, definition.status?.acceptedNames)
    )
  }

  /** A version, compiled. @throws MachineryError `InvalidSchema`. */
  version(name: string): ServedVersion | undefined {
    const known = this.#versions.get(name)
    if (known !== undefined) return known
    const version = this.definition.spec.versions.find((each) => each.name === name)
    if (version === undefined) return undefined
    const types = () => {
      this.#types ??= customResourceTypes(mergeDefinitions(this.definition))
      return this.#types
    }
    const served = new ServedVersion(this.definition, version, {
      ...this.#options,
      types,
      versions: this.#compiled,
      converter: this.#converter,
    })
    this.#versions.set(name, served)
    return served
  }

  /** The version that is stored. @throws MachineryError `InvalidSchema`. */
  stored(): ServedVersion {
    return this.version(this.#compiled.stored().type.groupVersionKind.version)!
  }

  /** Runs a request that must end before the storages may be closed. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    this.#inFlight++
    try {
      return await run()
    } finally {
      this.#inFlight--
      if (this.#inFlight === 0) this.#drained?.()
    }
  }

  /** Closes the storages when the requests under way have ended; watches end then. */
  async close(): Promise<void> {
    if (this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve
      })
    }
    await this.closeNow()
  }

  /** Closes the storages at once. */
  async closeNow(): Promise<void> {
    const versions = [...this.#versions.values()]
    this.#versions.clear()
    await Promise.all(versions.map((version) => version.close()))
    await this.#webhook?.close()
  }
}
