import type { FieldFinding } from '../../../descriptor/field-findings.js'
import { placePosition } from '../../../descriptor/read-error.js'
import { type ReadJSONOptions, readSource } from '../../../descriptor/read-json.js'
import { isMachineryError, MachineryError } from '../../../errors/machinery-error.js'
import { decodeUtf8 } from '../../../internal/utf8.js'
import { decodeText } from '../../../json/decode-text.js'
import { JSONSource } from '../../../json/json-source.js'
import type { JSONValue } from '../../../json/json-value.js'
import type { GroupVersionKind } from '../../../schema/group-version-kind.js'
import type { Decoded } from '../../interfaces.js'
import type { KindClass } from '../../objects/typed-object.js'
import { undeclaredFields } from '../../objects/undeclared-fields.js'
import type { Unstructured, UnstructuredForm } from '../../objects/unstructured.js'
import { StrictDecodingError } from '../../strict-decoding-error.js'
import type { OpenedDocument } from './decode-object.js'
import { findKind, interpretPrefix } from './find-kind.js'
import { readUnstructured } from './unstructured-reader.js'

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
