import { watch } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf } from 'apimachinery/errors'
import { type LineParser, type LogLine, parserFor } from './log-line.js'
import type { LogReading } from './log-reading.js'
import { tailStart } from './tail-start.js'

const blockSize = 64 * 1024
const newLine = 10

/** Longest line, in bytes: more of a file that has no ends of lines is not kept. */
const longestLine = 16 * 1024 * 1024

/** Milliseconds between two looks at a file of which the system says nothing. */
const checkPeriod = 1000

/**
 * The lines of a file in the format of container runtimes. `undefined` is in its place where it is waited for more. Lines that cannot be
 * read are left out.
 *
 * Source: `ReadLogs` of k8s.io/cri-client/pkg/logs.
 * @throws Error in the words of upstream for a file that cannot be read, or has another format
 */
export async function* readLogFile(file: string, reading: LogReading): AsyncGenerator<LogLine | undefined> {
  const log = await OpenLog.open(file)
  const wait = reading.follow ? new FileWait(log.path, reading) : undefined
  try {
    await log.skipTo(reading.tailLines)
    yield* linesIn(log, reading, wait)
  } finally {
    wait?.stop()
    await log.close()
  }
}

async function* linesIn(
  log: OpenLog,
  { tailLines, follow, signal, ended }: LogReading,
  wait: FileWait | undefined,
): AsyncGenerator<LogLine | undefined> {
  const lines = new LineSplitter()
  let parse: LineParser | undefined
  let left = follow ? undefined : tailLines
  for (let isLast = !follow; left !== 0; ) {
    const bytes = await log.read()
    for (const line of bytes.length > 0 ? lines.push(bytes) : isLast ? lines.rest() : []) {
      parse ??= parserFor(line)
      const read = readLine(parse, line)
      if (read === undefined) continue
      yield read
      if (left !== undefined && --left === 0) return
    }
    if (bytes.length > 0) continue
    if (isLast || signal.aborted) return
    yield undefined
    isLast = ended.aborted
    if (!isLast) await wait?.next()
    await log.follow()
  }
}

/** A file that is read from a position on. */
class OpenLog {
  readonly path: string
  #handle: FileHandle
  #position = 0

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.#handle = handle
  }

  /** @throws Error in the words of upstream */
  static async open(file: string): Promise<OpenLog> {
    const path = await resolved(file)
    return new OpenLog(path, await opened(path))
  }

  /** Skips all but the last lines. */
  async skipTo(tailLines: number | undefined): Promise<void> {
    this.#position = await tailStart(this.#handle, tailLines)
  }

  /** The next bytes; none at the end. */
  async read(): Promise<Buffer> {
    const { bytesRead, buffer } = await this.#handle.read(Buffer.alloc(blockSize), 0, blockSize, this.#position)
    this.#position += bytesRead
    return buffer.subarray(0, bytesRead)
  }

  /** Begins with another file that has the name now. */
  async follow(): Promise<void> {
    const newer = await replacement(this.path, this.#handle)
    if (newer === undefined) return
    await this.#handle.close()
    this.#handle = newer
    this.#position = 0
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

function readLine(parse: LineParser, line: Buffer): LogLine | undefined {
  try {
    return parse(line)
  } catch {
    return undefined
  }
}

async function resolved(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch (error) {
    throw new Error(`failed to try resolving symlinks in path ${JSON.stringify(file)}: ${goMessage(error)}`)
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    throw new Error(`failed to open log file ${JSON.stringify(path)}: ${goMessage(error)}`)
  }
}

/** An error of the file system in the words of Go's `os`. */
function goMessage(error: unknown): string {
  const { code = '', syscall = '', path = '' } = error as NodeJS.ErrnoException
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'no such file or directory',
    EACCES: 'permission denied',
    EISDIR: 'is a directory',
  }
  const reason = reasons[code]
  return reason === undefined ? messageOf(error) : `${syscall === 'open' ? 'open' : 'lstat'} ${path}: ${reason}`
}

/** The file that has the name now, if it is another one. */
async function replacement(path: string, handle: FileHandle): Promise<FileHandle | undefined> {
  try {
    const [now, before] = await Promise.all([stat(path), handle.stat()])
    return now.ino === before.ino && now.dev === before.dev ? undefined : await open(path, 'r')
  } catch {
    // It may come back.
    return undefined
  }
}

/** Cuts bytes into lines, with their ends. */
class LineSplitter {
  #parts: Buffer[] = []
  #size = 0

  push(bytes: Buffer): Buffer[] {
    const lines: Buffer[] = []
    let start = 0
    for (let end = bytes.indexOf(newLine); end >= 0; end = bytes.indexOf(newLine, start)) {
      lines.push(Buffer.concat([...this.#parts, bytes.subarray(start, end + 1)]))
      this.#parts = []
      this.#size = 0
      start = end + 1
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start))
    return lines
  }

  /** What has no end. */
  rest(): Buffer[] {
    return this.#size === 0 ? [] : [Buffer.concat(this.#parts)]
  }

  #keep(part: Buffer): void {
    this.#size += part.length
    if (this.#size <= longestLine) this.#parts.push(part)
  }
}

/** Waits for changes of a file. */
class FileWait {
  readonly #reading: LogReading
  readonly #watcher: ReturnType<typeof watch>
  #changed = true
  #wake: () => void = () => undefined

  constructor(path: string, reading: LogReading) {
    this.#reading = reading
    this.#watcher = watch(dirname(path), { persistent: false }, () => this.#notify())
    // The looks in between do without it.
    this.#watcher.on('error', () => this.#watcher.close())
  }

  /** Resolves after a change since the last call, a second, or the end of the reading. */
  async next(): Promise<void> {
    const { signal, ended, pace } = this.#reading
    const wake = (): void => this.#notify()
    if (!this.#changed && !signal.aborted) {
      const timer = pace.setTimer(wake, checkPeriod)
      for (const each of [signal, ended]) each.addEventListener('abort', wake, { once: true })
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      timer.stop()
      for (const each of [signal, ended]) each.removeEventListener('abort', wake)
    }
    this.#changed = false
  }

  stop(): void {
    this.#watcher.close()
  }

  #notify(): void {
    this.#changed = true
    this.#wake()
  }
}
