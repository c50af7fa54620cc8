import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { KVError } from '../kv-error.js'
import { metaKey } from './journal-records.js'
import type { File } from './lmdb-journal.js'

/** Paths of sockets have at most 107 bytes on Linux, and fewer elsewhere. */
const longestSocketPath = 90

interface Owner {
  readonly pid: number
  /** A process that listens here is alive. */
  readonly socket: string
}

/**
 * The right to be the only process that has a file open. The owner listens on a socket, which ends with it however it ends;
 * who finds a dead owner in the file takes its place in one transaction of the file.
 */
export class FileOwner {
  #file: File
  readonly #server: Server
  readonly #owner: Owner

  private constructor(file: File, server: Server, owner: Owner) {
    this.#file = file
    this.#server = server
    this.#owner = owner
  }

  /** Throws `Locked` where another process has the file. */
  static async claim(file: File, path: string): Promise<FileOwner> {
    const owner: Owner = { pid: process.pid, socket: socketPath(dirname(path)) }
    const server = await listen(owner.socket)
    try {
      for (;;) {
        const current = read(file)
        if (current !== undefined && (await isAlive(current))) {
          throw new KVError('Locked', `${path} is in use by process ${current.pid}`)
        }
        if (take(file, current, owner)) {
          if (current !== undefined) rmSync(current.socket, { force: true })
          return new FileOwner(file, server, owner)
        }
      }
    } catch (error) {
      server.close()
      throw error
    }
  }

  /** Whether a living process has a file of this folder; of one that listens elsewhere only the file itself knows. */
  static async livesBeside(path: string): Promise<boolean> {
    const folder = dirname(path)
    const sockets = readdirSync(folder).filter((name) => /^owner-.*\.sock$/.test(name))
    const alive = await Promise.all(sockets.map((name) => isAlive({ pid: 0, socket: join(folder, name) })))
    return alive.includes(true)
  }

  /** Opens the file once more, after it was closed. Others have found this owner alive meanwhile; where it fails they find none. */
  reopen(open: () => File): File {
    try {
      this.#file = open()
      return this.#file
    } catch (error) {
      this.#server.close()
      throw error
    }
  }

  /** Gives the file free; it must still be open. */
  release(): void {
    this.#file.transactionSync(() => {
      if (read(this.#file)?.socket === this.#owner.socket) this.#file.removeSync(metaKey('owner'))
    })
    this.#server.close()
  }
}

function socketPath(folder: string): string {
  const name = `owner-${randomUUID()}.sock`
  if (process.platform === 'win32') return `\\\\.\\pipe\\apimachinery-${name}`
  const beside = join(folder, name)
  return Buffer.byteLength(beside) <= longestSocketPath ? beside : join(tmpdir(), name)
}

function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  // It says that the process lives, it must not keep it alive.
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}

function isAlive({ socket }: Owner): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
}

/** Throws `Corrupt`: an owner that cannot be read may be alive. */
function read(file: File): Owner | undefined {
  const bytes = file.get(metaKey('owner'))
  if (bytes === undefined) return undefined
  try {
    const { pid, socket, sum }: Owner & { readonly sum?: number } = JSON.parse(bytes.toString())
    // Earlier releases wrote none.
    if (sum === undefined || sum === sumOf({ pid, socket })) return { pid, socket }
  } catch {
    // It has changed as well.
  }
  throw new KVError('Corrupt', 'the record of the process that has the file has changed')
}

function sumOf({ pid, socket }: Owner): number {
  return crc32(`${pid} ${socket}`)
}

/** Replaces the owner, unless another process has done so. */
function take(file: File, expected: Owner | undefined, owner: Owner): boolean {
  return file.transactionSync(() => {
    if (read(file)?.socket !== expected?.socket) return false
    file.putSync(metaKey('owner'), Buffer.from(JSON.stringify({ ...owner, sum: sumOf(owner) })))
    return true
  })
}
