import { isMachineryError, type MachineryError } from '../src/errors/machinery-error.js'
import type { Decoded, Decoder } from '../src/runtime/interfaces.js'
import type { CoreCodecFactory } from '../src/runtime/serializer/core-codec-factory.js'
import { isStrictDecodingError } from '../src/runtime/strict-decoding-error.js'
import { documentsOf, type InputDocument } from './documents.js'
import { at, describeFailure } from './finding.js'
import { type InputFile, resolveInputs } from './input.js'
import { isSystemError } from './usage-error.js'
import type { CommandIO } from './verb.js'

/** Says how far a run over many files has come. */
interface Progress {
  /** Says that `name` is being worked on. */
  step(name: string): void
  /** Clears the line. */
  done(): void
}

/** Fewer files than this are done before anybody looks. */
const worthSaying = 20

/** Makes the progress line of a run over `total` files: on a terminal only, and only for many files. */
function progressOver(total: number, { terminal }: CommandIO): Progress {
  if (total < worthSaying || terminal === undefined) return { step: () => {}, done: () => {} }
  let count = 0
  return {
    step: (name) => terminal.write(`\r\u001b[K${++count}/${total} ${name}`),
    done: () => terminal.write('\r\u001b[K'),
  }
}

const newline = 0x0a

/** The function of a verb for each object. */
export type ObjectVisitor = (decoded: Decoded, document: InputDocument) => void | Promise<void>

/** Reports why a document failed. */
export type FailureReporter = (error: MachineryError, document: InputDocument, decoder: Decoder) => readonly string[]

/** A run over all objects of the input. */
export interface ObjectRun {
  readonly paths: readonly string[]
  readonly codecs: CoreCodecFactory
  readonly io: CommandIO
  /** Default: what the first error says. */
  readonly describe?: FailureReporter
  /** Objects with unknown or duplicate fields are reported, and still returned without them. */
  readonly keepFaulty?: boolean
}

/** One object of the input. */
export interface ReadObject {
  readonly decoded: Decoded
  readonly document: InputDocument
  /** Something about the object is reported already. */
  readonly faulty: boolean
}

/**
 * Reads every object of the input and passes it to `visit`. A document that cannot be read or worked on is reported with
 * its place, and the run goes on.
 *
 * @returns the number of documents that failed.
 */
export async function forEachObject(run: ObjectRun, visit: ObjectVisitor): Promise<number> {
  let failures = 0
  for (const read of readObjects(run)) {
    if (read === undefined || !(await visited(read, run, visit))) failures++
  }
  return failures
}

async function visited(
  { decoded, document }: ReadObject,
  { codecs, io, describe }: ObjectRun,
  visit: ObjectVisitor,
): Promise<boolean> {
  try {
    await visit(decoded, document)
    return true
  } catch (error) {
    if (!isMachineryError(error)) throw error
    for (const line of (describe ?? describeFailure)(error, document, codecs.universalDeserializer())) io.warn(line)
    return false
  }
}

/** The objects of the input one after another; `undefined` for what could not be read and is reported already. */
export function* readObjects(run: ObjectRun): Generator<ReadObject | undefined, void> {
  const { paths, io } = run
  const files = resolveInputs(paths, io)
  const progress = progressOver(files.length, io)
  for (const file of files) {
    progress.step(file.name)
    yield* readFile(file, run)
  }
  progress.done()
}

/** The objects of one file. */
export function* readFile(file: InputFile, run: ObjectRun): Generator<ReadObject | undefined, void> {
  const documents = documentsOf(file)
  for (;;) {
    const next = nextDocument(documents, file, run.io)
    if (next === 'done') return
    yield next === undefined ? undefined : readDocument(next, run)
  }
}

/** Undefined when the file cannot be read any further. */
function nextDocument(
  documents: Iterator<InputDocument>,
  file: InputFile,
  io: CommandIO,
): InputDocument | undefined | 'done' {
  try {
    const { done, value } = documents.next()
    return done ? 'done' : value
  } catch (error) {
    const line = describeUnreadable(error, file.name)
    if (line === undefined) throw error
    io.warn(line)
    return undefined
  }
}

function readDocument(
  document: InputDocument,
  { codecs, io, describe, keepFaulty = false }: ObjectRun,
): ReadObject | undefined {
  const decoder = codecs.universalDeserializer()
  try {
    return { decoded: decodeData(decoder, document.data), document, faulty: false }
  } catch (error) {
    if (!isMachineryError(error)) throw error
    for (const line of (describe ?? describeFailure)(error, document, decoder)) io.warn(line)
    const decoded = keepFaulty && isStrictDecodingError(error) ? error.decoded : undefined
    return decoded && { decoded, document, faulty: true }
  }
}

/** `etcdctl get --print-value-only` ends a value with a newline, which no encoding of bytes has behind it. */
function decodeData(decoder: Decoder, data: InputDocument['data']): Decoded {
  if (typeof data === 'string' || data.at(-1) !== newline) return decoder.decode(data)
  try {
    return decoder.decode(data)
  } catch (error) {
    try {
      return decoder.decode(data.subarray(0, -1))
    } catch {
      throw error
    }
  }
}

/** The line for a file that cannot be read, or cannot be split into documents; undefined for mistakes of ours. */
function describeUnreadable(error: unknown, file: string): string | undefined {
  if (isMachineryError(error)) return at({ file, line: 1, data: '' }, error.position, error.message)
  return isSystemError(error) ? `${file}: ${error.message}` : undefined
}
