import { isMachineryError } from '../src/errors/machinery-error.js'
import type { Decoded, Decoder } from '../src/runtime/interfaces.js'
import type { CoreCodecFactory } from '../src/runtime/serializer/core-codec-factory.js'
import { documentsOf, type InputDocument } from './documents.js'
import { describeFailure } from './finding.js'
import { type InputFile, resolveInputs } from './input.js'
import { progressOver } from './progress.js'
import type { CommandIO } from './verb.js'

/** What a verb does with each object it reads. */
export type ObjectVisitor = (decoded: Decoded, document: InputDocument) => void

/** A run over all objects of the input. */
export interface ObjectRun {
  readonly paths: readonly string[]
  readonly codecs: CoreCodecFactory
  readonly io: CommandIO
}

/**
 * Reads every object of the input and hands it to `visit`. A document that cannot be read or worked on is reported with
 * its place, and the run goes on.
 *
 * @returns the number of documents that failed.
 */
export function forEachObject({ paths, codecs, io }: ObjectRun, visit: ObjectVisitor): number {
  const files = resolveInputs(paths, io)
  const progress = progressOver(files.length, io)
  const decoder = codecs.universalDeserializer()
  let failures = 0
  for (const file of files) {
    progress.step(file.name)
    failures += visitFile(file, { decoder, visit, io })
  }
  progress.done()
  return failures
}

function visitFile(file: InputFile, run: { decoder: Decoder; visit: ObjectVisitor; io: CommandIO }): number {
  let failures = 0
  for (const document of documentsOf(file)) {
    try {
      run.visit(run.decoder.decode(document.data), document)
    } catch (error) {
      if (!isMachineryError(error)) throw error
      failures++
      for (const line of describeFailure(error, document)) run.io.warn(line)
    }
  }
  return failures
}
