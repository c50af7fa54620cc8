import { afterEach, expect, it, vi } from 'vitest'
import * as command from '../../src/cli/run.js'
import { runProcess } from '../../src/cli/run-process.js'

const before = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') }

afterEach(() => {
  vi.restoreAllMocks()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    for (const each of process.listeners(signal)) if (!before[signal].includes(each)) process.off(signal, each)
  }
  process.exitCode = undefined
})

it('a stop after a signal that fails is told, and is an exit code', async () => {
  const failure = new Error('the disk is gone')
  const stop = vi.fn(() => Promise.reject(failure))
  const server = { stop, ready: () => new Promise(() => undefined), generic: { stopping: AbortSignal.abort() } }
  vi.spyOn(command, 'runCommand').mockResolvedValue({ server } as never)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)

  await runProcess(() => undefined)
  // Only the listener of the command: others of this process would end the tests.
  const added = process.listeners('SIGTERM').filter((each) => !before.SIGTERM.includes(each))
  for (const listener of added) listener('SIGTERM')
  await vi.waitFor(() => expect(written.mock.calls.flat().join('')).toContain('Error: the disk is gone'))

  expect(stop).toHaveBeenCalledOnce()
  expect(process.exitCode).toBe(1)
})
