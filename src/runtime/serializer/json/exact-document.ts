import type { FieldFinding } from '../../../descriptor/field-findings.js'
import { placePosition } from '../../../descriptor/read-error.js'
import { type ReadJSONOptions, readSource } from '../../../descriptor/read-json.js'
import { foundWord } from '../../../descriptor/read-scalar.js'
import { isMachineryError, MachineryError } from '../../../errors/machinery-error.js'
import { decodeUtf8 } from '../../../internal/utf8.js'
import { decodeText } from '../../../json/decode-text.js'
import { type JSONNode, ObjectNode } from '../../../json/json-document.js'
import { JSONSource } from '../../../json/json-source.js'
import type { JSONValue } from '../../../json/json-value.js'
import { GroupVersionKind } from '../../../schema/group-version-kind.js'
import { parseGroupVersion } from '../../../schema/parse.js'
import type { Decoded } from '../../interfaces.js'
import type { KindClass } from '../../objects/typed-object.js'
import { undeclaredFields } from '../../objects/undeclared-fields.js'
import type { Unstructured, UnstructuredForm } from '../../objects/unstructured.js'
import { StrictDecodingError } from '../../strict-decoding-error.js'
import type { OpenedDocument } from './decode-object.js'
import { foldedField, type KindNames, plainKindNames } from './kind-names.js'
import { readUnstructured } from './unstructured-reader.js'

const wanted = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/**
 * The kind that a document declares, found as Go does: names in any case, the last one wins, `null` is ignored.
 *
 * @throws MachineryError `InvalidJSON` for other types, and for an `apiVersion` with more than one slash.
 */
function findKind(source: JSONSource): GroupVersionKind {
  const { apiVersion, kind } = plainKindNames(source.quick) ?? exactNames(source.document)
  const { group, version } = parseGroupVersion(apiVersion)
  return new GroupVersionKind(group, version, kind)
}

function exactNames(document: JSONNode): KindNames {
  const names: KindNames = { apiVersion: '', kind: '' }
  if (document === null) return names
  if (!(document instanceof ObjectNode)) throw interpretError(`${foundWord(document)} into Go value of type ${wanted}`)
  let problem: MachineryError | undefined
  for (const [i, key] of document.names.entries()) {
    const field = foldedField(key)
    const value = document.values[i] as JSONNode
    if (field === undefined || value === null) continue
    if (typeof value === 'string') names[field] = value
    else problem ??= interpretError(`${foundWord(value)} into Go struct field .${field} of type string`)
  }
  if (problem !== undefined) throw problem
  return names
}

function interpretError(problem: string): MachineryError {
  return new MachineryError('InvalidJSON', `${interpretPrefix}json: cannot unmarshal ${problem}`)
}

/** Go's prefix of every error that occurs while it looks for the kind, including syntax errors. */
const interpretPrefix = "couldn't get version/kind; json parse error: "

/** A document read in any mode, with Go's errors. */
export class ExactDocument implements OpenedDocument {
  readonly data: Uint8Array | string
  readonly #source: JSONSource
  readonly #options: ReadJSONOptions
  #findings: readonly FieldFinding[] = []

  /** @throws {@link MachineryError} `InvalidJSON` with Go's message, `InvalidUTF8`. */
  constructor(data: Uint8Array | string, options: ReadJSONOptions) {
    this.data = data
    this.#options = options
    const text = typeof data === 'string' ? data : options.mode === 'canonical' ? decodeUtf8(data) : decodeText(data)
    this.#source = opened(text, options.mode !== undefined && options.mode !== 'faithful')
  }

  get text(): string {
    return this.#source.text
  }

  kind(): GroupVersionKind {
    return findKind(this.#source)
  }

  typed(type: KindClass): JSONValue {
    const { value, findings } = readSource(type.descriptor, this.#source, this.#options)
    this.#findings = this.#options.mode === 'strict' ? this.#withUndeclared(type, value, findings) : findings
    return value
  }

  /** Servers report duplicates in the text first, then fields that the schema of a custom resource does not have. */
  #withUndeclared(type: KindClass, value: JSONValue, findings: readonly FieldFinding[]): readonly FieldFinding[] {
    if ((type.itemClass ?? type).unknownFields === undefined) return findings
    const duplicates = findings.filter(({ kind }) => kind === 'duplicate')
    const unknown = findings.filter(({ kind }) => kind === 'unknown')
    return [...duplicates, ...unknown, ...undeclaredFields(type, value, () => this.#source.document)]
  }

  unstructured(form: UnstructuredForm): Unstructured {
    const { object, findings } = readUnstructured(this.#source, this.#options.mode ?? 'faithful', form)
    this.#findings = findings
    return object
  }

  /** The decoded object, unless strict reading rejects it. @throws StrictDecodingError, which has the object. */
  checked(decoded: Decoded): Decoded {
    const { text } = this
    if (this.#findings.length === 0) return decoded
    const findings = this.#findings.map(({ path, message, offset }) => ({
      path,
      message,
      position: placePosition({ path, offset, text }),
    }))
    throw new StrictDecodingError(findings, { decoded })
  }
}

/** @throws {@link MachineryError} `InvalidJSON`: Go looks for the kind first, and its message says so. */
function opened(text: string, wellFormed: boolean): JSONSource {
  try {
    return new JSONSource(text, { wellFormed })
  } catch (cause) {
    if (!isMachineryError(cause, 'InvalidJSON')) throw cause
    throw new MachineryError('InvalidJSON', interpretPrefix + cause.message, { position: cause.position, cause })
  }
}
