import { MachineryError } from '../errors/machinery-error.js'
import { documentValue } from '../json/document-value.js'
import { type JSONNode, ObjectNode } from '../json/json-document.js'
import { isJSONObject, type JSONObject, type JSONValue, setOwn } from '../json/json-value.js'
import type { NumberRule } from '../json/number-value.js'
import { plainText } from '../json/raw-text.js'
import { sourceTexts } from '../json/source-texts.js'
import { FieldFindings } from './field-findings.js'
import { goTypeName } from './go-type-name.js'
import { Op, type PropertyPlan, type StructPlan, type TypePlan } from './json-plan.js'
import { JSONScalarError, type ReadPlace } from './read-error.js'
import { foundWord, type IntegerRule, readScalar, ScalarTypeError, SoftScalarError } from './read-scalar.js'
import { ReaderPlace } from './reader-place.js'

/** How an {@link ExactReader} reads. */
export interface ExactReaderOptions {
  /** The text of the document, for positions. */
  readonly text?: string | undefined
  /** How int64 values are read that a number cannot hold. */
  readonly integers: IntegerRule
  /** How numbers in untyped JSON are read. */
  readonly numbers: NumberRule
  /** Keep null in fields that Go leaves unset by it, as the quick check of strict reading does. Default: false. */
  readonly keepsNull?: boolean
}

/**
 * Reads a document into a type step by step as Go's `encoding/json` does in the form Kubernetes uses it: same errors in the
 * same order, unknown and duplicate fields found, duplicate members merged. Slow; used when the quick check is in doubt.
 */
export class ExactReader {
  readonly #options: ExactReaderOptions
  readonly #place: ReaderPlace
  readonly #findings: FieldFindings | undefined
  #firstError: Error | undefined

  constructor(options: ExactReaderOptions, outer?: { place: ReaderPlace }) {
    this.#options = options
    this.#place = new ReaderPlace(options.text, outer?.place)
    this.#findings = outer === undefined ? new FieldFindings() : undefined
  }

  /** Unknown and duplicate fields met so far. */
  get findings(): FieldFindings['list'] {
    return this.#findings?.list ?? []
  }

  /**
   * Reads the document: values unchanged, without unknown fields; for duplicate fields the value that Go holds.
   *
   * @throws JSONTypeError, JSONScalarError or {@link MachineryError} where Go fails.
   */
  read(plan: TypePlan, document: JSONNode): JSONValue {
    const value = this.#value(plan, document, undefined)
    if (this.#firstError !== undefined) throw this.#firstError
    return value ?? null
  }

  #value(plan: TypePlan, node: JSONNode, existing: JSONValue | undefined): JSONValue | undefined {
    switch (plan.op) {
      case Op.struct:
        return this.#struct(plan, node, existing)
      case Op.list:
        return this.#list(plan, node, existing)
      case Op.map:
        return this.#map(plan, node, existing)
      case Op.variant:
        return this.#variant(plan, node)
      case Op.any:
      case Op.raw:
        return this.#untyped(plan, node, existing)
      default:
        return this.#scalar(plan, node, existing)
    }
  }

  #struct(plan: TypePlan, node: JSONNode, existing: JSONValue | undefined): JSONValue | undefined {
    if (node === null) return plan.nullable ? null : existing
    if (!(node instanceof ObjectNode)) return this.#mismatch(plan, node, existing)
    const target = isJSONObject(existing) ? existing : {}
    const seen = new Set<PropertyPlan>()
    const undeclared = new Set<string>()
    for (const [i, name] of node.names.entries()) {
      const property = plan.struct.byName.get(name)
      const member = node.values[i] as JSONNode
      const offset = node.offsets[i]
      if (property === undefined) this.#unknown(plan.struct, { target, name, member, offset, seen: undeclared })
      else this.#property(plan.struct, property, { target, member, offset, seen })
    }
    return target
  }

  #unknown(
    struct: StructPlan,
    at: { target: JSONObject; name: string; member: JSONNode; offset: number | undefined; seen: Set<string> },
  ): void {
    if (struct.type.options.preserveUnknownFields === true) {
      if (at.seen.has(at.name)) this.#findings?.add('duplicate', this.#place.member(at.name), at.offset)
      at.seen.add(at.name)
      this.#place.inKey(at.name, at.offset, () => this.#findDuplicates(at.member))
      setOwn(at.target, at.name, documentValue(at.member, this.#options.numbers))
    } else {
      this.#findings?.add('unknown', this.#place.member(at.name), at.offset)
    }
  }

  #property(
    struct: StructPlan,
    property: PropertyPlan,
    at: { target: JSONObject; member: JSONNode; offset: number | undefined; seen: Set<PropertyPlan> },
  ): void {
    const { name } = property
    if (at.seen.has(property)) this.#findings?.add('duplicate', this.#place.member(name), at.offset)
    at.seen.add(property)
    const before = Object.hasOwn(at.target, name) ? at.target[name] : undefined
    const value = this.#place.inKey(name, at.offset, () =>
      this.#place.inField(struct, property, () => this.#value(property.plan, at.member, before)),
    )
    if (value !== undefined) setOwn(at.target, name, value)
    else if (at.member === null && this.#options.keepsNull === true) setOwn(at.target, name, null)
  }

  #list(plan: TypePlan, node: JSONNode, existing: JSONValue | undefined): JSONValue | undefined {
    if (node === null) return null
    if (!Array.isArray(node)) return this.#mismatch(plan, node, existing)
    const element = plan.element!
    const before = Array.isArray(existing) ? existing : []
    return node.map((member, i) =>
      this.#place.inIndex(i, () => this.#value(element, member, before[i] ?? undefined) ?? null),
    )
  }

  #map(plan: TypePlan, node: JSONNode, existing: JSONValue | undefined): JSONValue | undefined {
    if (node === null) return null
    if (!(node instanceof ObjectNode)) return this.#mismatch(plan, node, existing)
    const target = isJSONObject(existing) ? existing : {}
    const seen = new Set<string>()
    for (const [i, name] of node.names.entries()) {
      const offset = node.offsets[i]
      if (seen.has(name)) this.#findings?.add('duplicate', this.#place.member(name), offset)
      seen.add(name)
      const member = node.values[i] as JSONNode
      const value = this.#place.inKey(name, offset, () => this.#value(plan.element!, member, undefined))
      setOwn(target, name, value ?? null)
    }
    return target
  }

  /** Go's variants read their content with a decoder of their own, which does not look for unknown fields. */
  #variant(plan: TypePlan, node: JSONNode): JSONValue | undefined {
    if (node === null && plan.nullable) return null
    if (plan.isOrBool && typeof node === 'boolean') return node
    const isSchema = node instanceof ObjectNode
    if (!isSchema && plan.isOrBool) {
      throw new JSONScalarError(
        new MachineryError('InvalidValue', 'boolean or JSON schema expected'),
        this.#currentPlace(),
      )
    }
    if (!isSchema && !Array.isArray(node)) return null
    const reader = new ExactReader(this.#options, { place: this.#place })
    return reader.read(isSchema ? plan.schema : plan.schemas, node)
  }

  #untyped(plan: TypePlan, node: JSONNode, existing: JSONValue | undefined): JSONValue | undefined {
    if (node === null) return plan.op === Op.any ? null : (existing ?? null)
    if (plan.op === Op.any) this.#findDuplicates(node)
    try {
      return plan.op === Op.raw ? this.#raw(node) : documentValue(node, this.#options.numbers)
    } catch (error) {
      throw new JSONScalarError(error, this.#currentPlace())
    }
  }

  /** Go keeps raw JSON as text. An object remembers its text if the value alone would not reproduce it. */
  #raw(node: JSONNode): JSONValue {
    const value = documentValue(node)
    const { text } = this.#options
    if (text === undefined || !(node instanceof ObjectNode)) return value
    const source = text.slice(node.start, node.end)
    if (source !== plainText(value)) sourceTexts.set(value as JSONObject, source)
    return value
  }

  /** Go looks for duplicates in untyped values, but not in raw ones. */
  #findDuplicates(node: JSONNode): void {
    if (Array.isArray(node)) {
      for (const [i, member] of node.entries()) this.#place.inIndex(i, () => this.#findDuplicates(member))
    } else if (node instanceof ObjectNode) {
      const seen = new Set<string>()
      for (const [i, name] of node.names.entries()) {
        const offset = node.offsets[i]
        if (seen.has(name)) this.#findings?.add('duplicate', this.#place.member(name), offset)
        seen.add(name)
        this.#place.inKey(name, offset, () => this.#findDuplicates(node.values[i]!))
      }
    }
  }

  #scalar(plan: TypePlan, node: JSONNode, existing: JSONValue | undefined): JSONValue | undefined {
    if (node === null && plan.nullable) return null
    try {
      return readScalar(plan, node, { existing, integers: this.#options.integers })
    } catch (error) {
      if (error instanceof ScalarTypeError) {
        if (error.fatal) throw this.#place.typeError(error.found, error.wanted)
        this.#save(() => this.#place.typeError(error.found, error.wanted))
      } else if (error instanceof SoftScalarError) {
        this.#save(() => new JSONScalarError(error.cause, this.#currentPlace()))
      } else {
        throw new JSONScalarError(error, this.#currentPlace())
      }
      return existing
    }
  }

  #mismatch(plan: TypePlan, node: JSONNode, existing: JSONValue | undefined): JSONValue | undefined {
    this.#save(() => this.#place.typeError(foundWord(node), goTypeName(plan.type)))
    return existing
  }

  /** Go continues after a type error and reports the first one, unless an unmarshaler fails later. */
  #save(error: () => Error): void {
    this.#firstError ??= error()
  }

  #currentPlace(): ReadPlace {
    return this.#place.snapshot()
  }
}
