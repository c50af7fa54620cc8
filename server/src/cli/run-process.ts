import { systemClock } from 'apimachinery/wait'
import { IdleMemory } from './idle-memory.js'
import { failureLine, type RunningCommand, runCommand } from './run.js'

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
    if (running !== undefined) follow(running, started, fail)
  } catch (error) {
    fail(error)
  }
}

function follow({ server, exitWithStdin }: RunningCommand, started: () => void, fail: (error: unknown) => void): void {
  const stop = (): void => void server.stop().catch(fail)
  if (exitWithStdin) stopWithInput(server.generic.stopping, stop)
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

/** Nobody writes to the input: its end says that the program which started this one is gone. */
function stopWithInput(stopping: AbortSignal, stop: () => void): void {
  const input = process.stdin
  input.once('end', stop)
  input.once('error', stop)
  input.resume()
  stopping.addEventListener('abort', () => input.destroy(), { once: true })
}
