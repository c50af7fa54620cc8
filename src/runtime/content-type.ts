/** Media types of the wire formats. */
export const contentTypeJSON = 'application/json'
export const contentTypeYAML = 'application/yaml'
export const contentTypeProtobuf = 'application/vnd.kubernetes.protobuf'
/** RFC 8949. */
export const contentTypeCBOR = 'application/cbor'
/** RFC 8742. */
export const contentTypeCBORSequence = 'application/cbor-seq'
