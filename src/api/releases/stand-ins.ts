import type { StructDescriptor } from '../../descriptor/types.js'
import type { KindClass, ResourceInfo } from '../../runtime/objects/typed-object.js'
import { missingSubresources } from './kind-facts.js'
import type { Release } from './release.js'
import { ReleaseStructs } from './release-structs.js'

/** Makes the classes that stand for the built-in ones with the fields of an earlier release. */
export class StandIns {
  readonly #release: Release
  readonly #structs: ReleaseStructs
  readonly #classes = new Map<KindClass, KindClass>()

  constructor(release: Release) {
    this.#release = release
    this.#structs = new ReleaseStructs(release)
  }

  /** The class that stands for a class; itself for one that is not built in, and for those of `meta`. */
  of(type: KindClass): KindClass {
    const known = this.#classes.get(type)
    if (known !== undefined) return known
    const { name } = type.descriptor
    if (!name.startsWith('io.k8s.') || name.startsWith('io.k8s.apimachinery.')) return type
    const made = this.#standIn(type)
    for (const each of [type, made]) this.#classes.set(each, made)
    return made
  }

  /** Its description is made when it is first needed. */
  #standIn(type: KindClass): KindClass {
    const structs = this.#structs
    const classOf = (other: KindClass | undefined) => (other === undefined ? undefined : this.of(other))
    const resource = withoutSubresources(type.resource, missingSubresources(this.#release, type.groupVersionKind))
    let descriptor: StructDescriptor | undefined
    // A class that is only known as a value can be extended, but not typed.
    const base = type as unknown as new (...args: unknown[]) => object
    return class extends base {
      static readonly resource = resource
      static get descriptor(): StructDescriptor {
        descriptor ??= structs.struct(type.descriptor)
        return descriptor
      }
      static get itemClass(): KindClass | undefined {
        return classOf(type.itemClass)
      }
      static get listClass(): KindClass | undefined {
        return classOf(type.listClass)
      }
    } as unknown as KindClass
  }
}

function withoutSubresources(resource: ResourceInfo | undefined, missing: readonly string[]): ResourceInfo | undefined {
  if (resource?.subresources === undefined || missing.length === 0) return resource
  const { subresources, ...rest } = resource
  const kept = subresources.filter((name) => !missing.includes(name))
  return kept.length === 0 ? rest : { ...rest, subresources: kept }
}
