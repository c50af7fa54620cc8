import type { ApiPackage } from '../../ir/model.js'

/** Where generated clients find what they need; specifiers, or paths relative to the output folder that start with `./`. */
export interface ClientLayout {
  /** The contract of generated clients. */
  readonly contract: string
  /** File of a package's clients, relative to the output folder; `undefined` for one that gets none. */
  fileOf(pkg: ApiPackage): string | undefined
  /** Module with the types of a package; `undefined` for one that is not known. */
  typesOf(pkg: ApiPackage): string | undefined
  /** A class that a kind's client extends instead of `ResourceClient`. */
  baseOf?(pkg: ApiPackage, kind: string): { readonly module: string; readonly name: string } | undefined
}
