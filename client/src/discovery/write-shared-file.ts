import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file of a cache that processes share: replaced at once, for its owner and group only. */
export async function writeSharedFile(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o750 })
  const staged = `${path}.${randomUUID()}`
  try {
    await writeFile(staged, content)
    await chmod(staged, 0o660)
    await rename(staged, path)
  } finally {
    await rm(staged, { force: true })
  }
}
