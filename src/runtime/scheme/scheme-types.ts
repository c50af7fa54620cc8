import type { ConversionType } from '../../conversion/conversion-type.js'
import type { GroupVersion } from '../../schema/group-version.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { KindClass, KubernetesObject } from '../objects/typed-object.js'
import type { SchemeOptions } from './scheme-options.js'

/** Which kinds a scheme has, and which classes stand for those that it is given. Part of Scheme. */
export class SchemeTypes {
  readonly #hasKind: SchemeOptions['hasKind']
  readonly #standInFor: SchemeOptions['standInFor']

  constructor({ hasKind, standInFor }: SchemeOptions) {
    this.#hasKind = hasKind
    this.#standInFor = standInFor
  }

  has(gvk: GroupVersionKind): boolean {
    return this.#hasKind === undefined || this.#hasKind(gvk)
  }

  /** The class that stands for a class. */
  of<T extends KubernetesObject>(type: KindClass<T>): KindClass<T> {
    if (this.#standInFor === undefined) return type
    // Each class has its own type of `init`, of which a class that is a value says nothing.
    return this.#standInFor(type as unknown as KindClass) as unknown as KindClass<T>
  }

  /** The kinds of a version that the scheme has, with the classes that stand for those given. */
  had(gv: GroupVersion, types: readonly KindClass[]): (readonly [GroupVersionKind, KindClass])[] {
    return types.flatMap((type) => {
      const gvk = gv.withKind(type.groupVersionKind.kind)
      return this.has(gvk) ? [[gvk, this.of(type)] as const] : []
    })
  }

  /** The key of conversions for a type: the class that stands for it, or the descriptor of a type without a class. */
  converted<T>(type: ConversionType<T>): ConversionType<T> {
    if (this.#standInFor === undefined || !isKindClass(type)) return type
    return this.#standInFor(type) as unknown as ConversionType<T>
  }
}

function isKindClass(type: unknown): type is KindClass {
  return typeof type === 'function' && 'groupVersionKind' in type
}
