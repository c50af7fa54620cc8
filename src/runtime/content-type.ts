/** Media type of JSON. */
export const contentTypeJSON = 'application/json'
/** Media type of YAML. */
export const contentTypeYAML = 'application/yaml'
/** Media type of enveloped protobuf objects. */
export const contentTypeProtobuf = 'application/vnd.kubernetes.protobuf'
/** Media type of CBOR, RFC 8949. */
export const contentTypeCBOR = 'application/cbor'
/** Media type of CBOR sequences, RFC 8742. */
export const contentTypeCBORSequence = 'application/cbor-seq'
