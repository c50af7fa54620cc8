import type { FieldFinding } from '../../../descriptor/field-findings.js'
import { typePlan } from '../../../descriptor/json-plan.js'
import { placePosition } from '../../../descriptor/read-error.js'
import { guardDepth, readSource, readValueQuickly } from '../../../descriptor/read-json.js'
import type { IntegerRule } from '../../../descriptor/read-scalar.js'
import { isMachineryError, MachineryError } from '../../../errors/machinery-error.js'
import { decodeUtf8 } from '../../../internal/utf8.js'
import { decodeText } from '../../../json/decode-text.js'
import { JSONSource } from '../../../json/json-source.js'
import type { JSONObject, JSONValue } from '../../../json/json-value.js'
import { GroupVersionKind } from '../../../schema/group-version-kind.js'
import { fromAPIVersionAndKind } from '../../../schema/parse.js'
import { instantiate } from '../../instantiate.js'
import type {
  Decoded,
  DecodeOptions,
  KindRegistry,
  ReadingMode,
  RecognizingDecoder,
  Serializer,
} from '../../interfaces.js'
import { groupVersionKindOf } from '../../kind-access.js'
import { MissingKindError } from '../../missing-kind-error.js'
import { MissingVersionError } from '../../missing-version-error.js'
import { NotRegisteredError } from '../../not-registered-error.js'
import { StrictDecodingError } from '../../strict-decoding-error.js'
import type { KindClass, KubernetesObject } from '../../typed-object.js'
import { isUnknown, Unknown } from '../../unknown.js'
import { isUnstructuredClass, unstructuredFromContent } from '../../unstructured.js'
import type { ParsedDecoder } from '../parsed-decoder.js'
import { hasOnlyExactNumbers } from './exact-numbers.js'
import { findKind, interpretPrefix, plainKindNames } from './find-kind.js'
import { readUnstructured } from './unstructured-reader.js'
import { writeJSON } from './write-json.js'

/** How a {@link JSONSerializer} reads and writes. */
export interface JSONSerializerOptions {
  /** How input is read; see {@link ReadingMode}. Default `faithful`. */
  readonly mode?: ReadingMode
  /** Write the bytes Go writes, instead of the object as it stands. Default: only when `mode` is `canonical`. */
  readonly canonical?: boolean
  /** Write with two spaces of indentation. */
  readonly pretty?: boolean
  /** What becomes of int64 fields outside ±(2^53−1). Default: an error that names the field. */
  readonly integers?: IntegerRule
}

/** A kind that was met, with its names as documents have them. */
interface KnownKind {
  readonly apiVersion: string
  readonly kind: string
  readonly gvk: GroupVersionKind
  readonly type: KindClass
}

/**
 * Reads and writes the JSON of the kinds that a registry knows, and of any kind as `Unstructured` where the registry or
 * `into` says so.
 *
 * Reading follows Go's JSON serializer: the kind is found whatever the case of its key, missing parts come from `defaults`
 * and then from `into`, and objects and items of lists become instances of their class.
 */
export class JSONSerializer implements Serializer, RecognizingDecoder, ParsedDecoder {
  readonly identifier: string
  readonly #registry: KindRegistry
  readonly #mode: ReadingMode
  readonly #integers: IntegerRule
  readonly #writing: { readonly canonical: boolean; readonly pretty: boolean }
  #last: KnownKind | undefined

  constructor(registry: KindRegistry, options: JSONSerializerOptions = {}) {
    const { mode = 'faithful', canonical = mode === 'canonical', pretty = false, integers = 'error' } = options
    this.#registry = registry
    this.#mode = mode
    this.#integers = integers
    this.#writing = { canonical, pretty }
    this.identifier = identify({ canonical, pretty, strict: mode === 'strict' })
  }

  /** JSON objects begin with a brace. */
  recognizesData(data: Uint8Array): { readonly ok: boolean; readonly unknown: boolean } {
    return { ok: firstVisible(data) === openBrace, unknown: false }
  }

  /**
   * @throws {@link MachineryError} `InvalidJSON` with Go's message, `InvalidUTF8`, `InvalidType` and the other errors of
   * `readJSON`.
   * @throws MissingKindError, MissingVersionError, NotRegisteredError.
   * @throws StrictDecodingError in strict mode; it carries what was read.
   */
  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options: DecodeOptions<T> = {},
  ): Decoded<T> {
    const text = typeof data === 'string' ? data : this.#mode === 'canonical' ? decodeUtf8(data) : decodeText(data)
    const source = wellFormed(text)
    const { into, defaults } = options
    let gvk = findKind(source)
    if (defaults !== undefined) gvk = withDefaults(gvk, defaults)
    if (into !== undefined && isUnknownClass(into)) return unknown(data, gvk) as unknown as Decoded<T>
    if (into !== undefined && isUnstructuredClass(into)) return this.#decodeUnstructured(source) as Decoded<T>
    if (into !== undefined) gvk = withDefaults(gvk, into.groupVersionKind)
    return this.#decodeKind(source, gvk, into) as Decoded<T>
  }

  /**
   * In faithful mode only: the others look at the text.
   *
   * @throws MachineryError `TooDeep`.
   */
  decodeParsed(value: JSONValue, rounded: () => boolean): Decoded | undefined {
    if (this.#mode !== 'faithful') return undefined
    const known = this.#knownKind(value)
    if (known === undefined) return undefined
    const { gvk, type } = known
    if (isUnstructuredClass(type)) {
      const content = value as JSONObject
      if (Object.hasOwn(content, 'items') || !hasOnlyExactNumbers(content)) return undefined
      return { object: unstructuredFromContent(content), gvk }
    }
    if (type.itemClass !== undefined || rounded()) return undefined
    const read = guardDepth(() => readValueQuickly(typePlan(type.descriptor), value, { mode: 'faithful' }))
    return read === undefined ? undefined : { object: instantiate(read.value, type), gvk }
  }

  /** As the object stands, or the bytes Go writes; see {@link JSONSerializerOptions.canonical}. */
  encode(object: KubernetesObject): Uint8Array {
    return writeJSON(object, { ...this.#writing, registry: this.#registry })
  }

  /** The kind a parsed document names plainly, and its class. Most documents are of the kind of the one before. */
  #knownKind(value: JSONValue): KnownKind | undefined {
    const names = plainKindNames(value)
    if (names === undefined || names.kind === '') return undefined
    const last = this.#last
    if (last !== undefined && last.kind === names.kind && last.apiVersion === names.apiVersion) return last
    const gvk = fromAPIVersionAndKind(names.apiVersion, names.kind)
    if (gvk.version === '') return undefined
    const type = this.#registry.classFor(gvk)
    if (type === undefined) return undefined
    this.#last = { ...names, gvk, type }
    return this.#last
  }

  #decodeKind(source: JSONSource, gvk: GroupVersionKind, into: KindClass | undefined): Decoded {
    if (gvk.kind === '') throw new MissingKindError(source.text)
    if (gvk.version === '') throw new MissingVersionError(source.text)
    const type = into !== undefined && sameKind(gvk, into.groupVersionKind) ? into : this.#registry.classFor(gvk)
    if (type === undefined) throw new NotRegisteredError(this.#registry.name, { gvk })
    if (isUnstructuredClass(type)) return this.#decodeUnstructured(source)
    const { value, findings } = readSource(type.descriptor, source, { mode: this.#mode, integers: this.#integers })
    return checked({ object: instantiate(withoutNullItems(value, type), type), gvk }, findings, source)
  }

  #decodeUnstructured(source: JSONSource): Decoded {
    const { object, findings } = readUnstructured(source, this.#mode)
    const gvk = groupVersionKindOf(object)
    if (gvk.kind === '') throw new MissingKindError(source.text)
    return checked({ object, gvk }, findings, source)
  }
}

const openBrace = 0x7b

/** The first byte that is no white space of ASCII; anything else before a brace is not JSON either. */
function firstVisible(data: Uint8Array): number | undefined {
  return data.find((byte) => byte > 0x20 || byte < 0x09 || (byte > 0x0d && byte < 0x20))
}

function identify(options: { canonical: boolean; pretty: boolean; strict: boolean }): string {
  const names = { name: 'json', pretty: String(options.pretty), strict: String(options.strict), yaml: 'false' }
  return JSON.stringify(options.canonical ? names : { faithful: 'true', ...names })
}

/** @throws {@link MachineryError} `InvalidJSON`: Go looks for the kind first, and says so. */
function wellFormed(text: string): JSONSource {
  try {
    return new JSONSource(text)
  } catch (cause) {
    if (!isMachineryError(cause, 'InvalidJSON')) throw cause
    throw new MachineryError('InvalidJSON', interpretPrefix + cause.message, { position: cause.position, cause })
  }
}

/** Fills what `gvk` leaves open, as Go does. */
function withDefaults(gvk: GroupVersionKind, defaults: GroupVersionKind): GroupVersionKind {
  const kind = gvk.kind === '' ? defaults.kind : gvk.kind
  const { group } = gvk.version === '' && gvk.group === '' ? defaults : gvk
  const version = gvk.version === '' && group === defaults.group ? defaults.version : gvk.version
  return new GroupVersionKind(group, version, kind)
}

function sameKind(a: GroupVersionKind, b: GroupVersionKind): boolean {
  return a.kind === b.kind && a.version === b.version && a.group === b.group
}

function isUnknownClass(type: KindClass): boolean {
  return isUnknown((type as unknown as { readonly prototype: unknown }).prototype)
}

/** The bytes themselves, with the kind they say they have. */
function unknown(data: Uint8Array | string, gvk: GroupVersionKind): Decoded {
  const { apiVersion, kind } = gvk.toAPIVersionAndKind()
  const raw = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return { object: new Unknown({ apiVersion, kind, raw, contentType: 'application/json' }), gvk }
}

/** An item that is `null` reads as an empty object, which can be an instance of its class. */
function withoutNullItems(value: JSONValue, { itemClass }: KindClass): JSONValue {
  const items = itemClass === undefined ? undefined : (value as { items?: JSONValue } | null)?.items
  if (Array.isArray(items)) for (let i = 0; i < items.length; i++) items[i] ??= {}
  return value
}

function checked(decoded: Decoded, findings: readonly FieldFinding[], source: JSONSource): Decoded {
  if (findings.length === 0) return decoded
  const { text } = source
  throw new StrictDecodingError(
    findings.map((finding) => finding.message),
    {
      decoded,
      positions: findings.map(({ path, offset }) => placePosition({ path, offset, text })),
    },
  )
}
