import { addToScheme } from 'apimachinery/api/core/v1'
import { toCanonicalJSON } from 'apimachinery/descriptor'
import { addMetaToScheme } from 'apimachinery/meta/v1'
import { fromUnstructured, ParameterCodec, Scheme, Unstructured } from 'apimachinery/runtime'
import { GroupVersion } from 'apimachinery/schema'
import { documentText } from '../document-text.mjs'

const coreVersion = new GroupVersion('', 'v1')

let scheme
/** Of all kinds, the options of requests and their like alone become queries. */
function options(kind) {
  if (scheme === undefined) {
    scheme = new Scheme({ name: '<SCHEME>' })
    addToScheme(scheme)
    addMetaToScheme(scheme)
  }
  const type = scheme.classFor(coreVersion.withKind(kind))
  if (type === undefined) throw new Error(`unknown kind "${kind}"`)
  return { codec: new ParameterCodec(scheme, { integers: 'bigint' }), type }
}

export const operations = {
  'options.fromQuery'(request) {
    const { codec, type } = options(request.kind)
    const read = codec.decodeParameters(new URLSearchParams(documentText(request)), coreVersion, type)
    // An object knows its kind here; in Go those that were read from queries do not.
    const { kind: _, apiVersion: __, ...fields } = read
    return { out: toCanonicalJSON(type.descriptor, fields) }
  },
  'options.toQuery'(request) {
    const { codec, type } = options(request.kind)
    const object = fromUnstructured(new Unstructured(JSON.parse(documentText(request))), type)
    return { out: codec.encodeParameters(object, coreVersion).toString() }
  },
}
