import { createHash } from 'node:crypto'
import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { getGeneration, withMembers } from 'apimachinery/runtime'
import type { StorageCodec } from '../storage/lazy-object.js'
import { DefinitionSpec, type DefinitionSpecParts, type Spec, withEmptySchemas } from './definition-spec.js'
import { type MemberSlice, memberSlice } from './member-slice.js'
import { replaceSlices, schemaSlices } from './schema-slices.js'

type Encode = (definition: CustomResourceDefinition) => Uint8Array

/**
 * A codec of definitions stored as JSON whose states share their `spec`: a schema has up to a megabyte, and the controllers write the
 * status of each definition several times. Definitions in memory are never changed below `spec`.
 */
export function definitionCodec(codec: StorageCodec<CustomResourceDefinition>): StorageCodec<CustomResourceDefinition> {
  return new DefinitionCodec(codec)
}

const emptySpec: Spec = { group: '', names: { plural: '', kind: '' }, scope: '', versions: [] }

class DefinitionCodec implements StorageCodec<CustomResourceDefinition> {
  readonly rebuilds = true
  readonly #codec: StorageCodec<CustomResourceDefinition>
  /** A definition with nothing in it, as it is stored. */
  #empty: Uint8Array | undefined
  readonly #bySpec = new WeakMap<Spec, DefinitionSpec>()
  readonly #byData = new WeakMap<Uint8Array, DefinitionSpec>()
  /** The same `spec` comes in other bytes where the store is not in this process. */
  readonly #byDigest = new Map<string, WeakRef<DefinitionSpec>>()
  readonly #gone = new FinalizationRegistry<string>((digest) => {
    if (this.#byDigest.get(digest)?.deref() === undefined) this.#byDigest.delete(digest)
  })

  constructor(codec: StorageCodec<CustomResourceDefinition>) {
    this.#codec = codec
  }

  encode(definition: CustomResourceDefinition): Uint8Array {
    const small = this.#codec.encode(withMembers(definition, { spec: emptySpec }))
    const slice = memberSlice(small, 'spec')
    if (slice === undefined) return this.#codec.encode(definition)
    const known = this.#exact(definition.spec)
    if (known !== undefined) return this.#remember(replaced(small, slice, known.bytes), slice.start, known)
    const data = this.#codec.encode(definition)
    const bytes = data.subarray(slice.start, data.length - (small.length - slice.end))
    return this.#remember(data, slice.start, this.#written(definition, bytes))
  }

  decode(data: Uint8Array): CustomResourceDefinition {
    const known = this.#byData.get(data)
    const slice = memberSlice(data, 'spec', { length: known?.bytes.length })
    if (slice === undefined) return this.#codec.decode(data)
    const definition = this.#codec.decode(replaced(data, slice, emptyObject))
    const spec = known ?? this.#shared(data.subarray(slice.start, slice.end))
    this.#remember(data, slice.start, spec)
    return withMembers(definition, { spec: spec.shown })
  }

  /** Answers show the schemas in the bytes that are stored. */
  encodeAs(definition: CustomResourceDefinition, _format: string, encode: Encode): Uint8Array {
    const known = this.#exact(definition.spec)
    const small = known && encode(withMembers(definition, { spec: known.outline }))
    const spec = small && memberSlice(small, 'spec')
    if (known === undefined || small === undefined || spec === undefined) return encode(definition)
    const schemas = known.schemas()
    const places = schemaSlices(small, spec.start)
    if (schemas.length !== 1 && schemas.length !== places.length) return encode(definition)
    return replaceSlices(small, places, (i) => (schemas[i] ?? schemas[0]) as Uint8Array)
  }

  /** A `spec` whose bytes are those that would be written: other servers may have written more, or in another order. */
  #exact(spec: Spec): DefinitionSpec | undefined {
    const known = this.#bySpec.get(spec)
    if (known === undefined) return undefined
    if (known.isExact === undefined) {
      const written = this.#codec.encode(new CustomResourceDefinition({ spec: this.#parse(known.bytes) }))
      known.isExact = Buffer.compare(written, this.#around(known.bytes)) === 0
    }
    return known.isExact ? known : undefined
  }

  /** What was just written. */
  #written(definition: CustomResourceDefinition, bytes: Uint8Array): DefinitionSpec {
    const isNew = getGeneration(definition) === 1
    const spec = this.#shared(bytes, { isExact: true, isNew })
    this.#bySpec.set(definition.spec, spec)
    return spec
  }

  /** One `spec` for the same bytes. */
  #shared(bytes: Uint8Array, known: Pick<DefinitionSpecParts, 'isExact' | 'isNew'> = {}): DefinitionSpec {
    const digest = createHash('sha256').update(bytes).digest('base64')
    const found = this.#byDigest.get(digest)?.deref()
    if (found !== undefined) return found
    const schemas = schemaSlices(bytes)
    // What others have written is read as a whole once, so that it is known to be readable.
    const read = known.isExact === true ? replaceSlices(bytes, schemas, () => emptyObject) : bytes
    const outline = withEmptySchemas(this.#parse(read))
    const made = new DefinitionSpec({ ...known, outline, schemas, bytes, parse: (again) => this.#parse(again) })
    this.#bySpec.set(made.shown, made)
    this.#byDigest.set(digest, new WeakRef(made))
    this.#gone.register(made, digest)
    return made
  }

  #parse(bytes: Uint8Array): Spec {
    return this.#codec.decode(this.#around(bytes)).spec
  }

  /** A definition with nothing else. */
  #around(spec: Uint8Array): Uint8Array {
    this.#empty ??= this.#codec.encode(new CustomResourceDefinition({ spec: emptySpec }))
    return replaced(this.#empty, memberSlice(this.#empty, 'spec')!, spec)
  }

  #remember(data: Uint8Array, start: number, spec: DefinitionSpec): Uint8Array {
    spec.bytes = data.subarray(start, start + spec.bytes.length)
    this.#byData.set(data, spec)
    return data
  }
}

const emptyObject = /* @__PURE__ */ Buffer.from('{}')

function replaced(data: Uint8Array, slice: MemberSlice, by: Uint8Array): Uint8Array {
  return replaceSlices(data, [slice], () => by)
}
