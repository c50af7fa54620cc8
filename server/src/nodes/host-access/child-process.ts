import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { messageOf } from 'apimachinery/errors'
import type { LocalExec } from '../pod-rules/exec-rules.js'

/** A program with its arguments, and how it is run. */
export interface ChildCommand extends Partial<LocalExec> {
  readonly command: readonly string[]
  /** Ends the program, with those that it has started. */
  readonly signal: AbortSignal
}

/** A program that runs. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams
  /** Its exit code, when all of its output is there; 128 and more for a signal. */
  readonly exitCode: Promise<number>
}

/** Starts a program. @throws Error in the words of kwok where it cannot be started */
export async function startChild({ command, workDir, environment, user, group, signal }: ChildCommand): Promise<Child> {
  const [name = '', ...args] = command
  // A group of its own, so that what it has started ends with it.
  const child = spawn(name, args, {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(workDir && { cwd: workDir }),
    ...(environment && { env: { ...process.env, ...environment } }),
    ...(user !== undefined && { uid: user }),
    ...(group !== undefined && { gid: group }),
  })
  // A program need not read its input.
  child.stdin.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(startError(command, error)))
  })
  const kill = (): void => endGroup(child)
  signal.addEventListener('abort', kill, { once: true })
  if (signal.aborted) kill()
  const exitCode = new Promise<number>((resolve) => {
    child.once('close', (code, name) => {
      signal.removeEventListener('abort', kill)
      resolve(code ?? 128 + (name === null ? 0 : constants.signals[name]))
    })
  })
  return { process: child, exitCode }
}

function startError(command: readonly string[], error: NodeJS.ErrnoException): Error {
  const [name = ''] = command
  const reason =
    error.code === 'ENOENT' ? `exec: ${JSON.stringify(name)}: executable file not found in $PATH` : messageOf(error)
  return new Error(`cmd start: ${command.join(' ')}: ${reason}`, { cause: error })
}

function endGroup(child: ChildProcessWithoutNullStreams): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // There are no groups, or it has ended.
    child.kill('SIGKILL')
  }
}
