import { decodeText } from '../../../json/decode-text.js'
import { JSONSource } from '../../../json/json-source.js'
import type { Decoded, DecodeOptions, Serializer } from '../../interfaces.js'
import { MissingKindError } from '../../objects/missing-kind-error.js'
import type { KubernetesObject } from '../../objects/typed-object.js'
import { groupVersionKindOf } from '../../scheme/kind-access.js'
import { readUnstructured } from './unstructured-reader.js'
import { writeJSON } from './write-json.js'

/**
 * Go's `UnstructuredJSONScheme`: every document as `Unstructured`, or `UnstructuredList` when it has `items`, with Go's
 * numbers; written with sorted keys.
 */
export class UnstructuredJSONScheme implements Serializer {
  readonly identifier = 'unstructuredJSON'

  /**
   * @throws JSONSyntaxError, MissingKindError.
   * @throws MachineryError `InvalidType` if the document is not an object.
   */
  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    _options?: DecodeOptions<T>,
  ): Decoded<T> {
    const source = new JSONSource(typeof data === 'string' ? data : decodeText(data), { wellFormed: true })
    const { object } = readUnstructured(source, 'canonical')
    const gvk = groupVersionKindOf(object)
    if (gvk.kind === '') throw new MissingKindError(source.text)
    return { object: object as KubernetesObject as T, gvk }
  }

  encode(object: KubernetesObject): Uint8Array {
    return writeJSON(object, { canonical: true, pretty: false })
  }
}
