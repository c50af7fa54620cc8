import type { Declaration, StructDeclaration } from './declarations.js'
import type { ApiModel, ApiPackage } from './model.js'
import { type NamedRef, namedRef, type TypeRef } from './type-ref.js'

/** A declaration and its package. */
export interface Located<D extends Declaration = Declaration> {
  readonly package: ApiPackage
  readonly declaration: D
}

/** Finds declarations of a model by reference. */
export class TypeIndex {
  readonly #byKey = new Map<string, Located>()

  constructor(model: ApiModel) {
    for (const pkg of model.packages) {
      for (const declaration of pkg.declarations) {
        this.#byKey.set(`${pkg.path}#${declaration.name}`, { package: pkg, declaration })
      }
    }
  }

  /** The declaration exactly as named, or `undefined` when the model does not have it. */
  lookup(ref: NamedRef): Located | undefined {
    return this.#byKey.get(`${ref.package}#${ref.name}`)
  }

  /** The declaration behind any chain of aliases. */
  resolve(ref: NamedRef): Located | undefined {
    let located = this.lookup(ref)
    for (let hops = 0; located?.declaration.form === 'alias'; hops++) {
      if (hops > 100) return undefined
      located = this.lookup(located.declaration.target)
    }
    return located
  }

  /** The struct behind a reference: through aliases and through `type A B`. */
  struct(ref: NamedRef): Located<StructDeclaration> | undefined {
    const located = this.resolve(ref)
    return located?.declaration.form === 'struct' ? (located as Located<StructDeclaration>) : undefined
  }

  /** The end of a chain of `type A B`: a struct, or an unnamed type. */
  underlying(ref: TypeRef): TypeRef {
    if (ref.form !== 'named') return ref
    const declaration = this.resolve(ref)?.declaration
    return declaration?.form === 'named' ? this.underlying(declaration.type) : ref
  }

  /** The reference in which the alias chain of `ref` ends. */
  canonical(ref: NamedRef): NamedRef {
    const located = this.resolve(ref)
    return located === undefined ? ref : namedRef(located.package.path, located.declaration.name)
  }
}
