import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { readdir, rename, unlink } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { PassiveClock } from 'apimachinery/wait'
import { privateFile } from '../internal/private-files.js'

/** When a new file is started, and which old ones are kept. */
export interface RotationOptions {
  readonly path: string
  /** Bytes; 0 for files of any size. */
  readonly maxSize: number
  /** Milliseconds for which old files are kept; 0: forever. */
  readonly maxAge: number
  /** How many old files stay; 0 for all. */
  readonly maxBackups: number
  readonly compress: boolean
  readonly clock: PassiveClock
  /** Called with errors of old files. */
  readonly onError: (error: unknown) => void
}

/**
 * A log file: when it is too large, it is renamed with its time, `audit-2006-01-02T15-04-05.000.log`.
 *
 * Source: lumberjack, which kube-apiserver writes logs with.
 */
export class RotatingFile {
  readonly #options: RotationOptions
  #descriptor: number | undefined
  #size = 0
  #cleaning: Promise<void> = Promise.resolve()

  constructor(options: RotationOptions) {
    this.#options = options
  }

  /** Writes and returns when the operating system has the line. Throws what the file system throws. */
  write(line: string): void {
    const bytes = Buffer.from(line)
    const { maxSize } = this.#options
    let descriptor = this.#open()
    if (maxSize > 0 && this.#size > 0 && this.#size + bytes.length > maxSize) descriptor = this.#rotate()
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(descriptor, bytes, offset)
    this.#size += bytes.length
  }

  /** Closes the file; resolves when old files are in order. */
  async close(): Promise<void> {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
    await this.#cleaning
  }

  #open(): number {
    if (this.#descriptor !== undefined) return this.#descriptor
    const { path } = this.#options
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    this.#descriptor = openSync(path, 'a', 0o600)
    privateFile(path)
    this.#size = fstatSync(this.#descriptor).size
    return this.#descriptor
  }

  #rotate(): number {
    const { path, clock, onError } = this.#options
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
    renameSync(path, this.#backupName(new Date(clock.now())))
    this.#cleaning = this.#cleaning.then(() => this.#clean()).catch(onError)
    return this.#open()
  }

  #backupName(time: Date): string {
    const { path } = this.#options
    const extension = extname(path)
    const stamp = time.toISOString().slice(0, -1).replaceAll(':', '-')
    return join(dirname(path), `${basename(path, extension)}-${stamp}${extension}`)
  }

  async #clean(): Promise<void> {
    const { path, maxAge, maxBackups, compress, clock } = this.#options
    const extension = extname(path)
    const prefix = `${basename(path, extension)}-`
    const names = (await readdir(dirname(path)))
      .filter((name) => name.startsWith(prefix) && /\d{4}-\d\d-\d\dT[-.\d]+(\.[^.]+)?(\.gz)?$/.test(name))
      .filter((name) => name.endsWith(extension) || name.endsWith(`${extension}.gz`))
      .sort()
      .reverse()
    for (const [index, name] of names.entries()) {
      const file = join(dirname(path), name)
      const age = clock.now() - timeOf(name.slice(prefix.length))
      if ((maxBackups > 0 && index >= maxBackups) || (maxAge > 0 && age > maxAge)) await unlink(file)
      else if (compress && !name.endsWith('.gz')) await zip(file)
    }
  }
}

/** `2006-01-02T15-04-05.000.log` → milliseconds. */
function timeOf(stamp: string): number {
  const [date = '', time = ''] = stamp.slice(0, 23).split('T')
  return Date.parse(`${date}T${time.replaceAll('-', ':')}Z`)
}

/** The old file is deleted when the new one is complete. */
async function zip(file: string): Promise<void> {
  await pipeline(createReadStream(file), createGzip(), createWriteStream(`${file}.gz.new`, { mode: 0o600 }))
  privateFile(`${file}.gz.new`)
  await rename(`${file}.gz.new`, `${file}.gz`)
  await unlink(file)
}
