import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { RuleObserver } from 'apimachinery/openapi'
import { getName } from 'apimachinery/runtime'
import { type CustomResourceType, customResourceType } from './custom-resource-type.js'

/** The versions of a definition, each compiled on first use. */
export class CompiledVersions {
  readonly #definition: CustomResourceDefinition
  readonly #observeRules: RuleObserver | undefined
  readonly #compiled = new Map<string, CustomResourceType>()

  constructor(definition: CustomResourceDefinition, observeRules?: RuleObserver) {
    this.#definition = definition
    this.#observeRules = observeRules
  }

  get definitionName(): string {
    return getName(this.#definition)
  }

  /** A version by its name. @throws MachineryError `InvalidSchema`. */
  named(name: string): CustomResourceType | undefined {
    const known = this.#compiled.get(name)
    if (known !== undefined) return known
    const version = this.#definition.spec.versions.find((each) => each.name === name)
    if (version === undefined) return undefined
    const compiled = customResourceType(this.#definition, version, this.#observeRules)
    this.#compiled.set(name, compiled)
    return compiled
  }

  /** A version by what its objects say: `example.com/v1`. */
  ofAPIVersion(apiVersion: string): CustomResourceType | undefined {
    const prefix = `${this.#definition.spec.group}/`
    return apiVersion.startsWith(prefix) ? this.named(apiVersion.slice(prefix.length)) : undefined
  }

  /** The version that objects are stored in. */
  stored(): CustomResourceType {
    const name = this.#definition.spec.versions.find(({ storage }) => storage)?.name ?? ''
    const stored = this.named(name)
    if (stored === undefined) throw new Error('invalid apiextensionsv1.CustomResourceDefinition, no storage version')
    return stored
  }
}
