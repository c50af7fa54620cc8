import type { Framer } from '../serializer-info.js'
import { type FrameScanner, readFrames } from './frame-reader.js'
import { JSONScanner } from './json-scanner.js'
import { frameWithLength, LengthDelimitedScanner } from './length-delimited-scanner.js'
import { frameYAML, YAMLScanner } from './yaml-scanner.js'

/** Options of a framer. */
export interface FramerOptions {
  /** Largest frame that is read, in bytes; default 16 MiB, as in Go. */
  readonly maxFrameBytes?: number
}

const defaultMaxFrameBytes = 16 * 1024 * 1024

/** A framer that finds frames with a scanner and makes them with a function. */
export function makeFramer(
  newScanner: (limit: number) => FrameScanner,
  frame: (data: Uint8Array) => Uint8Array,
  { maxFrameBytes = defaultMaxFrameBytes }: FramerOptions,
): Framer {
  return { newFrameReader: (stream) => readFrames(stream, newScanner(maxFrameBytes), maxFrameBytes), frame }
}

/** Frames whose end shows without a separator. */
export function asItIs(data: Uint8Array): Uint8Array {
  return data
}

/** JSON values one after another, with or without white space between them. */
export function jsonFramer(options: FramerOptions = {}): Framer {
  return makeFramer(() => new JSONScanner(), asItIs, options)
}

/** YAML documents, separated by lines that begin with `---`. */
export function yamlFramer(options: FramerOptions = {}): Framer {
  return makeFramer(() => new YAMLScanner(), frameYAML, options)
}

/** Frames after their length in four bytes, the highest first: the framing of protobuf objects. */
export function lengthDelimitedFramer(options: FramerOptions = {}): Framer {
  return makeFramer((limit) => new LengthDelimitedScanner(limit), frameWithLength, options)
}
