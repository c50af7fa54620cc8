import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ResponseCache } from '../transport/response-cache.js'
import { writeSharedFile } from './write-shared-file.js'

const sumLength = 32

/**
 * Keeps responses in kubectl's files: each is named after the SHA-256 of its address, and begins with the SHA-256 of what follows, so
 * that a truncated one is not read as complete.
 */
export class DiskResponseCache implements ResponseCache {
  readonly #folder: string

  /** @param folder - default: `~/.kube/cache/http`, which is kubectl's */
  constructor(folder: string = join(homedir(), '.kube', 'cache', 'http')) {
    this.#folder = folder
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    try {
      const bytes = await readFile(this.#path(key))
      const response = bytes.subarray(sumLength)
      return bytes.length >= sumLength && sumOf(response).equals(bytes.subarray(0, sumLength)) ? response : undefined
    } catch {
      return undefined
    }
  }

  async set(key: string, response: Uint8Array): Promise<void> {
    // Without a cache everything works as well.
    await writeSharedFile(this.#path(key), Buffer.concat([sumOf(response), response])).catch(() => undefined)
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true }).catch(() => undefined)
  }

  #path(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex'))
  }
}

function sumOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
