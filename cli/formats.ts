import type { Encoder } from '../src/runtime/interfaces.js'
import type { CoreCodecFactory } from '../src/runtime/serializer/core-codec-factory.js'
import { UsageError } from './usage-error.js'

/** An output format by the name that `-o` takes. */
export interface OutputFormat {
  readonly name: string
  readonly mediaType: string
  /** Ending of files in this format. */
  readonly ending: string
  /** A stream may have several documents. */
  readonly text: boolean
}

const formats: readonly OutputFormat[] = [
  { name: 'yaml', mediaType: 'application/yaml', ending: '.yaml', text: true },
  { name: 'json', mediaType: 'application/json', ending: '.json', text: true },
  { name: 'protobuf', mediaType: 'application/vnd.kubernetes.protobuf', ending: '.pb', text: false },
  { name: 'cbor', mediaType: 'application/cbor', ending: '.cbor', text: false },
]

/**
 * The format called `name`, among those called `allowed`.
 *
 * @throws {@link UsageError} for any other name.
 */
export function outputFormat(
  name: string,
  allowed: readonly string[] = formats.map((format) => format.name),
): OutputFormat {
  const format = formats.find((candidate) => candidate.name === name && allowed.includes(name))
  if (format === undefined) throw new UsageError(`-o ${name}: not one of ${allowed.join(', ')}`)
  return format
}

/** The encoder of a format: the one for people to read, where there is one. */
export function encoderOf(codecs: CoreCodecFactory, format: OutputFormat): Encoder {
  const info = codecs.supportedMediaTypes().find(({ mediaType }) => mediaType === format.mediaType)
  if (info === undefined) throw new UsageError(`-o ${format.name}: this format is not available yet`)
  return info.prettySerializer ?? info.serializer
}
