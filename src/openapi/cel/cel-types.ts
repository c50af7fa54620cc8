import type { Environment } from '@marcbachmann/cel-js'
import { Duration } from '@marcbachmann/cel-js/evaluator'
import { isJSONObject, type JSONObject, type JSONValue } from '../../json/json-value.js'
import { decodeBase64 } from '../../scalar/base64.js'
import { parseDuration } from '../../scalar/duration.js'
import type { Structural } from '../structural/structural.js'
import { equalJSON } from '../validate/value-rules.js'
import { markAssociative } from './associative-lists.js'
import type { Budget } from './budget.js'
import type { Comparable } from './cel-equals.js'
import { escapePropertyName, isKeywordProperty } from './escape.js'

/** How values of a schema look to rules. */
export interface CELType {
  /** The type's name in the environment. */
  readonly name: string
  /** The value that rules see. Properties of objects are converted when a rule asks for them. */
  toCEL(value: JSONValue): unknown
}

const convert = (name: string, toCEL: (value: JSONValue) => unknown): CELType => ({ name, toCEL })

const dynamic: CELType = /* @__PURE__ */ convert('dyn', dynamicValue)
const integer: CELType = /* @__PURE__ */ convert('int', (value) => (isWhole(value) ? BigInt(value) : value))
const double: CELType = /* @__PURE__ */ convert('double', (value) =>
  typeof value === 'bigint' ? Number(value) : value,
)
const text: CELType = /* @__PURE__ */ convert('string', (value) => value)
const boolean: CELType = /* @__PURE__ */ convert('bool', (value) => value)

const formats: ReadonlyMap<string, CELType> = /* @__PURE__ */ new Map([
  ['byte', /* @__PURE__ */ convert('bytes', bytesOf)],
  ['duration', /* @__PURE__ */ convert('google.protobuf.Duration', durationOf)],
  ['date', /* @__PURE__ */ convert('google.protobuf.Timestamp', dateOf)],
  ['date-time', /* @__PURE__ */ convert('google.protobuf.Timestamp', dateOf)],
])

function isWhole(value: JSONValue): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value)
}

function dynamicValue(value: JSONValue): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(dynamicValue)
  if (typeof value !== 'object' || value === null) return value
  return new Map(Object.entries(value).map(([name, each]) => [name, dynamicValue(each)]))
}

function bytesOf(value: JSONValue): unknown {
  return typeof value === 'string' ? decodeBase64(value) : value
}

function durationOf(value: JSONValue): unknown {
  if (typeof value !== 'string') return value
  const nanos = parseDuration(value)
  return new Duration(nanos / 1_000_000_000n, Number(nanos % 1_000_000_000n))
}

function dateOf(value: JSONValue): unknown {
  return typeof value === 'string' ? new Date(value) : value
}

/** Makes types of schemas and registers them in an environment. */
export class CELTypes {
  readonly #env: Environment
  readonly #budget: Budget
  readonly #known = new Map<Structural, CELType | undefined>()
  #count = 0

  constructor(env: Environment, budget: Budget) {
    this.#env = env
    this.#budget = budget
  }

  /** The type of a schema; undefined when rules cannot speak of its values. */
  typeOf(schema: Structural): CELType | undefined {
    if (!this.#known.has(schema)) this.#known.set(schema, this.#make(schema))
    return this.#known.get(schema)
  }

  /** The type of a whole object, whose `apiVersion`, `kind` and names are known without being declared. */
  rootType(schema: Structural): CELType | undefined {
    return schema.type === 'object' ? this.#object(withTypeAndObjectMeta(schema)) : this.typeOf(schema)
  }

  #make(schema: Structural): CELType | undefined {
    if (schema.intOrString) return dynamic
    if (schema.embeddedResource) return this.rootType({ ...schema, embeddedResource: false })
    switch (schema.type) {
      case 'array':
        return this.#list(schema)
      case 'object':
        return schema.additionalProperties?.schema === undefined ? this.#object(schema) : this.#map(schema)
      case 'string':
        return formats.get(schema.schema.format ?? '') ?? text
      case 'boolean':
        return boolean
      case 'number':
        return double
      case 'integer':
        return integer
      default:
        return undefined
    }
  }

  #list(schema: Structural): CELType | undefined {
    const items = schema.items && this.#member(schema.items)
    if (items === undefined) return undefined
    const identity = identityOf(schema)
    return convert(`list<${items.name}>`, (value) => {
      if (!Array.isArray(value)) return value
      const list = value.map((item) => nullOr(items, item))
      return identity === undefined ? list : markAssociative(list, identity)
    })
  }

  #map(schema: Structural): CELType | undefined {
    const values = this.#member(schema.additionalProperties?.schema as Structural)
    if (values === undefined) return undefined
    return convert(`map<string, ${values.name}>`, (value) =>
      isJSONObject(value) ? new Map(Object.entries(value).map(([name, each]) => [name, nullOr(values, each)])) : value,
    )
  }

  /** Values that may be null have no static type: the library knows no nullable ones. */
  #member(schema: Structural): CELType | undefined {
    const type = this.typeOf(schema)
    return type !== undefined && schema.nullable ? { name: 'dyn', toCEL: (value) => nullOr(type, value) } : type
  }

  #object(schema: Structural): CELType {
    const fields: Record<string, string> = Object.create(null)
    const members = new Map<string, { property: string; type: CELType }>()
    for (const [property, each] of schema.properties) {
      const name = escapePropertyName(property)
      const type = this.typeOf(each)
      if (name === undefined || type === undefined) continue
      for (const spelling of isKeywordProperty(property) ? [name, property] : [name]) {
        fields[spelling] = type.name
        members.set(spelling, { property, type })
      }
    }
    const name = `object${this.#count++}`
    const ctor = objectClass(members, this.#budget)
    this.#env.registerType(name, { ctor, fields })
    this.#env.registerOperator(`${name} == ${name}`, (a: Comparable, b: Comparable) => a.celEquals(b, this.#budget))
    return convert(name, (value) => (isJSONObject(value) ? new ctor(value) : value))
  }
}

/** What tells the items of a list of type `set` or `map` apart. */
function identityOf({ listType, listMapKeys }: Structural): ((item: unknown) => unknown) | undefined {
  if (listType === 'set') return (item) => item
  if (listType !== 'map') return undefined
  const keys = listMapKeys.map((key) => escapePropertyName(key) ?? key)
  return (item) => keys.map((key) => (item as Record<string, unknown> | null)?.[key] ?? null)
}

function nullOr(type: CELType, value: JSONValue): unknown {
  return value === null ? null : type.toCEL(value)
}

/** A class whose instances stand for JSON objects and convert a property when it is read. */
function objectClass(
  members: ReadonlyMap<string, { readonly property: string; readonly type: CELType }>,
  budget: Budget,
): new (
  raw: JSONObject,
) => Comparable {
  class ObjectValue implements Comparable {
    readonly raw: JSONObject
    readonly read = new Map<string, unknown>()

    constructor(raw: JSONObject) {
      this.raw = raw
    }

    celEquals(other: unknown): boolean {
      if (!(other instanceof ObjectValue)) return false
      budget.chargeSize(sizeOf(this.raw))
      return equalJSON(this.raw, other.raw)
    }
  }
  for (const [name, { property, type }] of members) {
    Object.defineProperty(ObjectValue.prototype, name, {
      get(this: ObjectValue): unknown {
        if (this.read.has(name)) return this.read.get(name)
        const value = Object.hasOwn(this.raw, property) ? this.raw[property] : undefined
        // A property that is null counts as absent.
        const converted = value === undefined || value === null ? undefined : type.toCEL(value)
        this.read.set(name, converted)
        return converted
      },
    })
  }
  return ObjectValue
}

function sizeOf(value: JSONValue): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((size: number, each) => size + sizeOf(each as JSONValue), 1)
}

const plain = (type: string, properties: ReadonlyMap<string, Structural> = new Map()): Structural => ({
  schema: { type },
  type,
  nullable: false,
  default: undefined,
  items: undefined,
  properties,
  additionalProperties: undefined,
  preserveUnknownFields: false,
  embeddedResource: false,
  intOrString: false,
  listType: undefined,
  listMapKeys: [],
  mapType: undefined,
  rules: [],
})

function withTypeAndObjectMeta(schema: Structural): Structural {
  const names = new Map([
    ['name', plain('string')],
    ['generateName', plain('string')],
  ])
  const properties = new Map(schema.properties)
  properties.set('kind', plain('string')).set('apiVersion', plain('string')).set('metadata', plain('object', names))
  return { ...schema, properties }
}
