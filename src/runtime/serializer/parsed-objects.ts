import { checkValue, newCheckState } from '../../descriptor/check-json.js'
import { guardDepth } from '../../descriptor/guard-depth.js'
import { type TypePlan, typePlan } from '../../descriptor/json-plan.js'
import type { JSONObject, JSONValue } from '../../json/json-value.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { fromAPIVersionAndKind } from '../../schema/parse.js'
import type { Decoded, Decoder, KindRegistry } from '../interfaces.js'
import { instantiate } from '../objects/instantiate.js'
import type { KindClass } from '../objects/typed-object.js'
import { isUnstructuredClass, unstructuredFromContent } from '../objects/unstructured.js'
import { type FaithfulDecoder, faithfulKindsOf } from './faithful-decoder.js'
import { plainKindNames } from './json/kind-names.js'

/** A kind that was met, with its names as documents have them. */
interface KnownKind {
  readonly apiVersion: string
  readonly kind: string
  readonly gvk: GroupVersionKind
  readonly type: KindClass
  readonly plan: TypePlan
  readonly unstructured: boolean
}

/** Decodes the result of `JSON.parse`, where a text was parsed to find its end. */
export class ParsedObjects {
  readonly #decoder: FaithfulDecoder
  readonly #kinds: KindRegistry
  #last: KnownKind | undefined

  private constructor(decoder: FaithfulDecoder, kinds: KindRegistry) {
    this.#decoder = decoder
    this.#kinds = kinds
  }

  /** Undefined for a decoder that needs the text. */
  static of(decoder: Decoder): ParsedObjects | undefined {
    const kinds = faithfulKindsOf(decoder)
    return kinds === undefined ? undefined : new ParsedObjects(decoder as FaithfulDecoder, kinds)
  }

  /**
   * The object that the decoder makes of the text of `value`, which it reuses. Undefined for typed lists, and if only the
   * text is sufficient, which then has an error or a number that `JSON.parse` rounds: decode the text instead.
   *
   * @throws MachineryError `TooDeep`, and errors of defaults and conversions.
   */
  read(value: JSONValue): Decoded | undefined {
    const known = this.#knownKind(value)
    if (known === undefined || !guardDepth(() => checkValue(known.plan, value, newCheckState()))) return undefined
    const object = known.unstructured ? unstructuredFromContent(value as JSONObject) : instantiate(value, known.type)
    const completed = this.#decoder.complete === undefined ? object : this.#decoder.complete(object)
    return completed === undefined ? undefined : { object: completed, gvk: known.gvk }
  }

  /** The kind a value names plainly, and its class. Most are of the kind of the one before. */
  #knownKind(value: JSONValue): KnownKind | undefined {
    const names = plainKindNames(value)
    if (names === undefined || names.kind === '') return undefined
    const last = this.#last
    if (last !== undefined && last.kind === names.kind && last.apiVersion === names.apiVersion) return last
    const gvk = fromAPIVersionAndKind(names.apiVersion, names.kind)
    const type = gvk.version === '' ? undefined : this.#kinds.classFor(gvk)
    if (type === undefined || type.itemClass !== undefined) return undefined
    const unstructured = isUnstructuredClass(type)
    this.#last = { ...names, gvk, type, plan: typePlan(type.descriptor), unstructured }
    return this.#last
  }
}
