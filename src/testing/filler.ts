import type {
  JSONObject,
  JSONValue,
  ListDescriptor,
  SchemaFacets,
  StructDescriptor,
  StructProperty,
  TypeDescriptor,
} from '../descriptor/types.js'
import { setOwn } from '../json/json-value.js'
import { instantiate } from '../runtime/objects/instantiate.js'
import type { KindClass, KubernetesObject } from '../runtime/objects/typed-object.js'
import type { Edge } from './edge.js'
import { fillScalar } from './fill-scalar.js'
import { Random } from './random.js'

/** Makes the value of one field. `undefined` leaves the field out. */
export type FillFunction = (random: Random) => JSONValue | undefined

/** How a {@link Filler} fills. */
export interface FillerOptions {
  /** The same seed gives the same objects. Default 1. */
  readonly seed?: number
  /** Share of the optional fields that get a value, from 0 (required ones only) to 1 (all). Default 0.5. */
  readonly share?: number
  /** Nesting below which only required fields are filled; recursive types end there. Default 6. */
  readonly maxDepth?: number
  /** Most elements of a list and members of a map. Default 2. */
  readonly maxItems?: number
  /** Takes every value from one end of what its type allows; see {@link Edge}. Default: anywhere. */
  readonly edge?: Edge | undefined
  /** Share of the values that are boundary values of their type, unless `edge` sets it for all. Default 0. */
  readonly edges?: number
  /**
   * Share of the optional lists, maps and structs that are null where they would have a value: objects that were read
   * faithfully may hold it. Default 0.
   */
  readonly nulls?: number
  /**
   * Fields with rules beyond their type, such as a cron expression: path without indices → function, for example
   * `spec.containers.image`. They apply to every kind with such a field.
   */
  readonly fields?: Readonly<Record<string, FillFunction>>
  /** Types with rules beyond their descriptor: OpenAPI model name → function. */
  readonly types?: Readonly<Record<string, FillFunction>>
}

const noFacets: SchemaFacets = {}

/**
 * Valid metadata. Names are DNS labels, and fields that only a server may write together (managed fields, owner references)
 * are complete.
 */
const metadataFields: Readonly<Record<string, FillFunction>> = {
  'metadata.name': (random) => random.word(),
  'metadata.generateName': () => undefined,
  'metadata.namespace': (random) => random.word(),
  'metadata.selfLink': () => undefined,
  'metadata.resourceVersion': (random) => String(random.between(1, 100_000)),
  'metadata.generation': (random) => random.between(1, 50),
  'metadata.deletionGracePeriodSeconds': (random) => random.between(0, 30),
  'metadata.finalizers': (random) => [`example.com/${random.word()}`],
  'metadata.managedFields': (random) => [
    {
      manager: random.word(),
      operation: random.pick(['Apply', 'Update']),
      apiVersion: 'v1',
      time: '2024-05-06T07:08:09Z',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, [`f:${random.word()}`]: {} } } },
    },
  ],
}

/**
 * Makes random objects of any kind from its descriptor: enumerations, bounds, unions, sets and keyed lists as declared,
 * every value in canonical form. `fields` and `types` supply rules that a descriptor cannot express.
 */
export class Filler {
  /** Where the choices come from. */
  readonly random: Random
  readonly #share: number
  readonly #maxDepth: number
  readonly #maxItems: number
  readonly #fields: Readonly<Record<string, FillFunction>>
  readonly #types: Readonly<Record<string, FillFunction>>
  readonly #edge: Edge | undefined
  readonly #edges: number
  readonly #nulls: number

  constructor(options: FillerOptions = {}) {
    this.random = new Random(options.seed ?? 1)
    this.#share = options.share ?? 0.5
    this.#maxDepth = options.maxDepth ?? 6
    this.#maxItems = options.maxItems ?? 2
    this.#fields = { ...metadataFields, ...options.fields }
    this.#types = options.types ?? {}
    this.#edge = options.edge
    this.#edges = options.edges ?? 0
    this.#nulls = options.nulls ?? 0
  }

  /**
   * A random object of a kind, with its `apiVersion` and `kind`.
   *
   * @param given - properties to set as they are, whole first-level properties.
   */
  object<T extends KubernetesObject>(type: KindClass<T>, given: Partial<T> = {}): T {
    const content = this.#struct(type.descriptor, '', 0)
    const { apiVersion, kind } = type.groupVersionKind.toAPIVersionAndKind()
    return instantiate({ apiVersion, kind, ...content, ...(given as JSONObject) }, type) as unknown as T
  }

  #struct(type: StructDescriptor, path: string, depth: number): JSONObject {
    const filled: JSONObject = {}
    for (const property of this.#chosen(type, depth)) {
      const at = path === '' ? property.name : `${path}.${property.name}`
      const value = this.#property(property, at, depth)
      if (value !== undefined) setOwn(filled, property.name, value)
    }
    return filled
  }

  /** Required properties, and some of the others; of a union one member at most. */
  #chosen(type: StructDescriptor, depth: number): StructProperty[] {
    const share = depth < this.#maxDepth ? this.#share : 0
    const left = new Set<string>()
    for (const { members } of type.options.unions ?? []) {
      const names = Object.keys(members)
      const kept = this.random.pick(names)
      for (const name of names) if (name !== kept) left.add(name)
    }
    return type.properties.filter(
      (property) =>
        !left.has(property.name) && !isTypeMeta(property) && (isRequired(property) || this.random.chance(share)),
    )
  }

  #property(property: StructProperty, path: string, depth: number): JSONValue | undefined {
    const fill = own(this.#fields, path)
    if (fill !== undefined) return fill(this.random)
    if (this.#nulls > 0 && mayBeNull(property) && this.random.chance(this.#nulls)) return null
    const { listType, listMapKeys, patchMergeKey, schema = noFacets } = property.options
    const value = this.#value(property.type, { path, depth: depth + 1, facets: schema })
    if (property.type.kind !== 'list' || !Array.isArray(value)) return value
    const keys = listMapKeys ?? (patchMergeKey === undefined ? [] : [patchMergeKey])
    if (listType !== 'set' && keys.length === 0) return value
    return unique(value, keys)
  }

  #value(type: TypeDescriptor, place: { path: string; depth: number; facets: SchemaFacets }): JSONValue {
    const { path, depth, facets } = place
    switch (type.kind) {
      case 'struct': {
        const fill = own(this.#types, type.name)
        return fill?.(this.random) ?? this.#struct(type, path, depth)
      }
      case 'list':
        return this.#list(type, place)
      case 'map':
        return this.#map(type.value, place)
      case 'variant':
        if (type.shape === 'orBool' && this.random.chance(0.5)) return this.random.chance(0.5)
        return this.#struct(type.schema, path, depth + 1)
      default:
        return fillScalar(type, this.random, { ...facets, edge: this.#atEdge() })
    }
  }

  #list(
    type: ListDescriptor,
    { path, depth, facets }: { path: string; depth: number; facets: SchemaFacets },
  ): JSONValue {
    const inside = { path, depth, facets: facets.items ?? noFacets }
    return Array.from({ length: this.#count(facets.minItems, facets.maxItems) }, () =>
      this.#value(type.element, inside),
    )
  }

  #map(
    type: TypeDescriptor,
    { path, depth, facets }: { path: string; depth: number; facets: SchemaFacets },
  ): JSONValue {
    const inside = { path, depth, facets: facets.items ?? noFacets }
    const filled: JSONObject = {}
    for (let i = this.#count(facets.minProperties, facets.maxProperties); i > 0; i--)
      filled[this.random.word()] = this.#value(type, inside)
    return filled
  }

  #atEdge(): Edge | undefined {
    if (this.#edge !== undefined || this.#edges === 0 || !this.random.chance(this.#edges)) return this.#edge
    return this.random.pick(['smallest', 'largest'])
  }

  #count(least: number | undefined, most = Number.POSITIVE_INFINITY): number {
    const edge = this.#atEdge()
    if (edge === 'smallest') return least ?? 0
    if (edge === 'largest') return Math.max(least ?? 0, Math.min(most, this.#maxItems))
    return this.#between(least, most)
  }

  #between(least = 1, most: number): number {
    return this.random.between(Math.min(least, most), Math.max(least, Math.min(most, this.#maxItems)))
  }
}

/** The class has the kind, and nested objects do not write theirs in every format. */
function isTypeMeta({ name, through }: StructProperty): boolean {
  return through.length > 0 && (name === 'apiVersion' || name === 'kind')
}

function isRequired({ options, omit, pointer }: StructProperty): boolean {
  return options.required ?? (omit === 'never' && !pointer)
}

function mayBeNull(property: StructProperty): boolean {
  return !isRequired(property) && ['list', 'map', 'struct'].includes(property.type.kind)
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** The first element of each key, or of each value without keys. */
function unique(list: JSONValue[], keys: readonly string[]): JSONValue[] {
  const seen = new Set<string>()
  return list.filter((element) => {
    const key = JSON.stringify(keys.length === 0 ? element : keys.map((name) => (element as JSONObject)[name] ?? null))
    return !seen.has(key) && seen.add(key)
  })
}
