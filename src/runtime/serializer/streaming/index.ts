export { cborSequenceFramer } from '../cbor/cbor-sequence-framer.js'
export { FrameTooLargeError, isFrameTooLarge } from '../framing/frame-error.js'
export {
  type FramerOptions,
  jsonFramer,
  lengthDelimitedFramer,
  yamlFramer,
} from '../framing/framer.js'
export type { Framer } from '../serializer-info.js'
export { type ChunkSource, chunksOf } from './chunks.js'
export {
  type BadListItem,
  type DecodeListOptions,
  decodeListStream,
  type ListStream,
} from './decode-list-stream.js'
export { type EncodeListOptions, encodeListStream, type ListItems } from './encode-list-stream.js'
export { type ReadBodyOptions, readBody } from './read-body.js'
export { StreamingDecoder, StreamingEncoder, type StreamWriter } from './streaming-codec.js'
