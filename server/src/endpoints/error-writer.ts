import type { SerializerInfo } from 'apimachinery/runtime/serializer'
import { jsonFormat } from 'apimachinery/runtime/serializer/json'
import { protobufFormat } from 'apimachinery/runtime/serializer/protobuf'
import { yamlFormat } from 'apimachinery/runtime/serializer/yaml'
import type { ErrorWriter } from '../request/write-error.js'
import { OutputFormats } from './output-format.js'
import { writeError } from './write-error.js'

const nothing = { name: 'errors', classFor: () => undefined }

/**
 * Writes errors as `Status` objects for filters, which have no resource. `onError` is called for those that cannot be
 * written.
 */
export function statusErrorWriter(onError: (error: unknown) => void = () => undefined): ErrorWriter {
  const formats = [jsonFormat, yamlFormat, protobufFormat]
  const infos: SerializerInfo[] = formats.map((format) => format(nothing, { mode: 'canonical', pretty: true }))
  const outputs = new OutputFormats(infos)
  return (request, response, error) => {
    writeError({ request, response }, outputs, error).catch(onError)
  }
}
