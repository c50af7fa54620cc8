import { systemClock } from 'apimachinery/wait'
import type { APIServer } from '../kubernetes/api-server.js'
import { IdleMemory } from './idle-memory.js'
import { failureLine, runCommand } from './run.js'

const output = {
  out: (text: string) => void process.stdout.write(text),
  error: (text: string) => void process.stderr.write(text),
}

/** Runs the command line of this process until a signal ends it. `started` is called once the server is ready. */
export async function runProcess(started: () => void): Promise<void> {
  const args = process.argv.slice(2)
  const fail = (error: unknown): void => {
    output.error(failureLine(args, error))
    process.exitCode = 1
  }
  try {
    const running = await runCommand(args, output)
    if (running !== undefined) follow(running.server, started, fail)
  } catch (error) {
    fail(error)
  }
}

function follow(server: APIServer, started: () => void, fail: (error: unknown) => void): void {
  const stop = (): void => void server.stop().catch(fail)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const { stopping } = server.generic
  const settled = (): void => {
    started()
    if (stopping.aborted) return
    const memory = new IdleMemory(systemClock)
    stopping.addEventListener('abort', () => memory.stop(), { once: true })
  }
  server.ready().then(settled, settled)
}
