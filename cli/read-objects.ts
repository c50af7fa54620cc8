import { isMachineryError, type MachineryError } from '../src/errors/machinery-error.js'
import type { Decoded, Decoder } from '../src/runtime/interfaces.js'
import type { CoreCodecFactory } from '../src/runtime/serializer/core-codec-factory.js'
import { documentsOf, type InputDocument } from './documents.js'
import { at, describeFailure } from './finding.js'
import { type InputFile, resolveInputs } from './input.js'
import { progressOver } from './progress.js'
import { isSystemError } from './usage-error.js'
import type { CommandIO } from './verb.js'

/** What a verb does with each object it reads. */
export type ObjectVisitor = (decoded: Decoded, document: InputDocument) => void

/** The lines that tell why a document failed. */
export type FailureReporter = (error: MachineryError, document: InputDocument, decoder: Decoder) => readonly string[]

/** A run over all objects of the input. */
export interface ObjectRun {
  readonly paths: readonly string[]
  readonly codecs: CoreCodecFactory
  readonly io: CommandIO
  /** Default: what the first error says. */
  readonly describe?: FailureReporter
}

/**
 * Reads every object of the input and hands it to `visit`. A document that cannot be read or worked on is reported with
 * its place, and the run goes on.
 *
 * @returns the number of documents that failed.
 */
export function forEachObject(
  { paths, codecs, io, describe = describeFailure }: ObjectRun,
  visit: ObjectVisitor,
): number {
  const files = resolveInputs(paths, io)
  const progress = progressOver(files.length, io)
  const decoder = codecs.universalDeserializer()
  let failures = 0
  for (const file of files) {
    progress.step(file.name)
    failures += visitFile(file, { decoder, visit, io, describe })
  }
  progress.done()
  return failures
}

interface FileRun {
  readonly decoder: Decoder
  readonly visit: ObjectVisitor
  readonly io: CommandIO
  readonly describe: FailureReporter
}

function visitFile(file: InputFile, run: FileRun): number {
  let failures = 0
  try {
    for (const document of documentsOf(file)) failures += visitDocument(document, run)
  } catch (error) {
    const line = describeUnreadable(error, file.name)
    if (line === undefined) throw error
    failures++
    run.io.warn(line)
  }
  return failures
}

function visitDocument(document: InputDocument, { decoder, visit, io, describe }: FileRun): number {
  try {
    visit(decoder.decode(document.data), document)
    return 0
  } catch (error) {
    if (!isMachineryError(error)) throw error
    for (const line of describe(error, document, decoder)) io.warn(line)
    return 1
  }
}

/** The line for a file that cannot be read, or cannot be split into documents; undefined for mistakes of ours. */
function describeUnreadable(error: unknown, file: string): string | undefined {
  if (isMachineryError(error)) return at({ file, line: 1, data: '' }, error.position, error.message)
  return isSystemError(error) ? `${file}: ${error.message}` : undefined
}
