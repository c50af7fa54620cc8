import { canonicalize, toCanonicalJSON } from 'apimachinery/descriptor'
import { isStatusError } from 'apimachinery/errors'
import { parseJSON, stringifyJSON } from 'apimachinery/json'
import {
  extractApplyConfiguration,
  fieldSetFromJSON,
  fieldSetToJSON,
  newDeducedTypeConverter,
  newDefaultCRDFieldManager,
  newDefaultFieldManager,
  newSchemeTypeConverter,
} from 'apimachinery/managedfields'
import { fromUnstructured, isStrictDecodingError, Unstructured } from 'apimachinery/runtime'
import { kindOf, machinery } from './recode.mjs'

/** Go's reference converts nothing: its objects keep the version they say. */
const asIs = { convertToVersion: (object) => object }
const noDefaults = { default: () => undefined }

let schemeConverter

/** The history of one object, of a built-in kind (type `scheme`) or of one whose types are deduced. */
class History {
  #type
  #converter
  #manager
  #live

  constructor(kind, typed) {
    const { scheme } = machinery()
    schemeConverter ??= newSchemeTypeConverter(scheme)
    this.#type = typed ? scheme.classFor(kind) : undefined
    this.#converter = typed ? schemeConverter : newDeducedTypeConverter()
    this.#manager = typed
      ? newDefaultFieldManager({ kind, scheme, typeConverter: this.#converter, defaulter: noDefaults })
      : newDefaultCRDFieldManager({ kind, convertor: asIs })
    this.#live = typed ? scheme.new(kind) : new Unstructured(kind.toAPIVersionAndKind())
  }

  do({ verb, manager = '', force = false, object }) {
    if (verb === 'extract') return { extracted: this.#extracted(manager) }
    const given = new Unstructured(object)
    if (!given.kind) throw new Error("Object 'Kind' is missing")
    if (verb === 'apply') this.#live = this.#manager.apply(this.#live, given, { manager, force })
    else {
      const next = this.#type === undefined ? given : typed(given, this.#type)
      this.#live = this.#manager.update(this.#live, next, { manager })
    }
    return { out: this.#printed() }
  }

  #extracted(manager) {
    const found = extractApplyConfiguration(this.#live, this.#converter, { fieldManager: manager })
    if (found === undefined) return ''
    const { apiVersion: _, kind: __, ...rest } = found
    return stringifyJSON(rest)
  }

  /** The object as the reference prints it: without the times of managed fields and their order. */
  #printed() {
    const { managedFields, ...metadata } = this.#live.metadata ?? {}
    const entries = managedFields?.map(({ time: _, ...entry }) => entry).sort(byManager)
    const object = { ...this.#live, ...(entries && { metadata: { ...metadata, managedFields: entries } }) }
    return this.#type === undefined ? stringifyJSON(object) : toCanonicalJSON(this.#type.descriptor, object)
  }
}

function byManager(a, b) {
  const [left, right] = [a, b].map((entry) => `${entry.operation} ${entry.manager} ${stringifyJSON(entry.fieldsV1)}`)
  return left < right ? -1 : 1
}

/** As Go reads it, without fields that the type does not declare. Empty values are kept: Go distinguishes them from nil. */
function typed(object, type) {
  try {
    return fromUnstructured(object, type, { mode: 'strict' })
  } catch (error) {
    if (!isStrictDecodingError(error)) throw error
    const known = canonicalize(type.descriptor, { ...object })
    return fromUnstructured(new Unstructured({ ...known, apiVersion: object.apiVersion, kind: object.kind }), type)
  }
}

function refusal(error) {
  if (!isStatusError(error) || error.status.details === undefined) return { refused: true }
  const { code, details } = error.status
  const causes = (details.causes ?? []).map(({ reason, message, field }) => `${reason}: ${message}: ${field}`)
  return { refused: true, code, causes: causes.sort() }
}

export const operations = {
  ssa({ in: input, gvk = 'apps/v1/Deployment', type }) {
    const history = new History(kindOf(gvk), type === 'scheme')
    const steps = (typeof input === 'string' ? parseJSON(input) : input).map((step) => {
      try {
        return history.do(step)
      } catch (error) {
        return refusal(error)
      }
    })
    return { steps }
  },

  fieldset({ original, modified }) {
    const [a, b] = [original, modified].map((set) =>
      fieldSetFromJSON(typeof set === 'string' ? set : stringifyJSON(set)),
    )
    const sets = {
      a,
      union: a.union(b),
      intersection: a.intersection(b),
      difference: a.difference(b),
      recursiveDifference: a.recursiveDifference(b),
      leaves: a.leaves(),
    }
    const texts = Object.entries(sets).map(([name, set]) => [name, fieldSetToJSON(set)])
    return { equals: a.equals(b), size: a.size, empty: a.isEmpty, ...Object.fromEntries(texts) }
  },
}
