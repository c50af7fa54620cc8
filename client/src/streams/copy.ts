import { MachineryError } from 'apimachinery/errors'
import { joinBytes } from '../transport/join-bytes.js'
import type { CommandOptions, PodStreams } from './pod-streams.js'
import { readTar, type TarEntry, type TarInput, writeTar } from './tar.js'

/** Options of copies. */
export type CopyOptions = Pick<CommandOptions, 'container' | 'signal'>

/** Reads a file or folder of a container, entry by entry, with the `tar` that is in it. @throws MachineryError `CopyFailed` */
export async function* copyFrom(
  pod: PodStreams,
  path: string,
  options: CopyOptions = {},
): AsyncGenerator<TarEntry, undefined> {
  const session = await pod.exec(['tar', 'cf', '-', '-C', folderOf(path), '--', baseName(path)], options)
  const errors: Uint8Array[] = []
  const listening = (async () => {
    for await (const chunk of session.stderr) errors.push(chunk)
  })()
  try {
    yield* readTar(session.stdout)
    const { exitCode } = await session.done
    await listening
    if (exitCode !== 0) throw copyFailed(exitCode, new TextDecoder().decode(joinBytes(errors)))
  } finally {
    session.close()
    listening.catch(() => undefined)
  }
}

/** Writes files and folders into a folder of a container, with the `tar` that is in it. @throws MachineryError `CopyFailed` */
export async function copyTo(
  pod: PodStreams,
  folder: string,
  entries: Iterable<TarInput> | AsyncIterable<TarInput>,
): Promise<void> {
  const { exitCode, stderr } = await pod.run(['tar', 'xmf', '-', '-C', folder], { stdin: writeTar(entries) })
  if (exitCode !== 0) throw copyFailed(exitCode, stderr)
}

function copyFailed(exitCode: number, stderr: string): MachineryError {
  return new MachineryError('CopyFailed', `tar ended with exit code ${exitCode}: ${stderr.trim()}`)
}

function folderOf(path: string): string {
  const index = path.replace(/(?<!\/)\/+$/, '').lastIndexOf('/')
  return index < 0 ? '.' : path.slice(0, index) || '/'
}

function baseName(path: string): string {
  return (
    path
      .replace(/(?<!\/)\/+$/, '')
      .split('/')
      .at(-1) || '.'
  )
}
