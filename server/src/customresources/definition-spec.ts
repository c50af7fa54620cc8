import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from 'apimachinery/api/apiextensions/v1'
import type { MemberSlice } from './member-slice.js'

/** The `spec` of a definition. */
export type Spec = CustomResourceDefinition['spec']

/** Marks a `spec` that was validated as that of a new definition. */
const validatedAsNew: unique symbol = Symbol('validatedAsNew')

/** How a {@link DefinitionSpec} is made. */
export interface DefinitionSpecParts {
  /** JSON; it is kept. */
  readonly bytes: Uint8Array
  /** Where the schemas are in the bytes. */
  readonly schemas: readonly MemberSlice[]
  /** The content of the bytes without the schemas. */
  readonly outline: Spec
  /** Reads all that the bytes say. */
  readonly parse: (bytes: Uint8Array) => Spec
  /** The bytes are what would be written today. */
  readonly isExact?: boolean | undefined
  /** It is that of a definition that was created in this process. */
  readonly isNew?: boolean | undefined
}

/**
 * The `spec` of a definition, kept as its stored bytes. A schema is larger as objects than as bytes and is needed only when
 * a version is compiled or documented: {@link shown} parses it on demand and does not keep it.
 */
export class DefinitionSpec {
  /** A part of the newest state's bytes, which the store has anyway. */
  bytes: Uint8Array
  /** The bytes equal the current encoding; undefined if not compared yet. */
  isExact: boolean | undefined
  /** The content of the bytes, its schemas as they are in {@link withEmptySchemas}. */
  readonly outline: Spec
  /** The whole `spec`; the schemas of its versions are parsed on demand. */
  readonly shown: Spec
  readonly #parse: (bytes: Uint8Array) => Spec
  readonly #schemas: readonly MemberSlice[]
  #whole: WeakRef<Spec> | undefined

  constructor({ bytes, schemas, outline, parse, isExact, isNew = false }: DefinitionSpecParts) {
    this.bytes = bytes
    this.#schemas = schemas
    this.outline = outline
    this.isExact = isExact
    this.#parse = parse
    this.shown = { ...outline, versions: outline.versions.map((version, i) => this.#withSchema(version, i)) }
    if (isNew) Object.defineProperty(this.shown, validatedAsNew, { value: true })
  }

  /** The schemas as every version of the API writes them, by the index among those that have one; all share one where there is one. */
  schemas(): readonly Uint8Array[] {
    return this.#schemas.map(({ start, end }) => this.bytes.subarray(start, end))
  }

  #withSchema(version: CustomResourceDefinitionVersion, index: number): CustomResourceDefinitionVersion {
    if (version.schema === undefined) return version
    const get = (): unknown => this.#read().versions[index]?.schema
    return Object.defineProperty({ ...version }, 'schema', { get, enumerable: true, configurable: true })
  }

  #read(): Spec {
    const known = this.#whole?.deref()
    if (known !== undefined) return known
    const whole = this.#parse(this.bytes)
    this.#whole = new WeakRef(whole)
    return whole
  }
}

/** A `spec` with schemas that say nothing, where it has schemas. */
export function withEmptySchemas(spec: Spec): Spec {
  return { ...spec, versions: spec.versions.map((version) => (version.schema ? { ...version, schema: {} } : version)) }
}

/** Reports whether a `spec` is known to keep all rules for those of new definitions. */
export function isValidatedAsNew(spec: Spec): boolean {
  return validatedAsNew in spec
}
