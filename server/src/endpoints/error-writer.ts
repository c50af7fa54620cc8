import type { ErrorWriter } from '../request/write-error.js'
import { generalFormats } from './general-formats.js'
import { OutputFormats } from './output-format.js'
import { writeError } from './write-error.js'

const nothing = { name: 'errors', classFor: () => undefined }

/**
 * Writes errors as `Status` objects for filters, which have no resource. `onError` is called for those that cannot be
 * written.
 */
export function statusErrorWriter(onError: (error: unknown) => void = () => undefined): ErrorWriter {
  const outputs = new OutputFormats(generalFormats(nothing))
  return (request, response, error) => {
    writeError({ request, response }, outputs, error).catch(onError)
  }
}
