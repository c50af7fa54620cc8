import { encodeUtf8 } from '../src/internal/utf8.js'
import type { Encoder } from '../src/runtime/interfaces.js'
import type { KubernetesObject } from '../src/runtime/objects/typed-object.js'
import { editYAML } from '../src/runtime/serializer/yaml/edit/edit-yaml.js'
import type { InputDocument } from './documents.js'
import type { OutputFormat } from './formats.js'
import { UsageError } from './usage-error.js'

/** Writes an object that was read from a document. */
export type ObjectText = (object: KubernetesObject, document: InputDocument) => Uint8Array

/**
 * The way a run writes its objects: by the encoder, or, to keep comments, into the text that they were read from.
 *
 * @throws {@link UsageError} when comments shall be kept in another format than YAML.
 */
export function objectText(encoder: Encoder, format: OutputFormat, keepComments: boolean): ObjectText {
  if (!keepComments) return (object) => encoder.encode(object)
  if (format.name !== 'yaml') throw new UsageError(`--keep-comments: only with -o yaml, not with -o ${format.name}`)
  return (object, { data }) =>
    typeof data === 'string' && !isJSON(data) ? encodeUtf8(editYAML(data, object)) : encoder.encode(object)
}

function isJSON(text: string): boolean {
  return /^\s*\{/.test(text)
}
