import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'

const sticky = 0o1000

/** Makes a folder for its owner alone, and takes away what others may do in one that is there; a folder that all share stays. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  restrict(path, 0o700)
}

/** Makes a folder for its owner alone; in one that is there others may read on, and write no more. */
export function guardedFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  restrict(path, 0o755)
}

/** Takes a file from everybody but its owner; one that is not there, or of another owner, stays as it is. */
export function privateFile(path: string): void {
  try {
    restrict(path, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Writes a file for its owner alone: a reader sees the old file or the new one, never half of it. */
export function writePrivateFile(path: string, text: string): void {
  const staged = `${path}.new`
  // One that a stranger has put there would keep its owner, its mode, or lead elsewhere.
  rmSync(staged, { force: true })
  const descriptor = openSync(staged, 'wx', 0o600)
  try {
    fchmodSync(descriptor, 0o600)
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
  } finally {
    closeSync(descriptor)
  }
  renameSync(staged, path)
}

/** Leaves no more of a mode than `allowed`. */
function restrict(path: string, allowed: number): void {
  const { mode, uid } = statSync(path)
  const isOwn = process.getuid === undefined || uid === process.getuid()
  if (!isOwn || (mode & sticky) !== 0 || (mode & 0o777 & ~allowed) === 0) return
  chmodSync(path, mode & 0o777 & allowed)
}
