import { commandOf } from './commands.js'
import { earlyAnswer } from './early-answer.js'
import { beginStart } from './engine.js'

/**
 * Runs a command line in this process: another command by its name, what needs no server, or the server until a signal arrives. A
 * failure is printed, and becomes the exit code 1.
 */
export async function runMain(args: readonly string[]): Promise<void> {
  try {
    const command = await commandOf(args)
    if (command !== undefined) return await command(args.slice(1))
    const answer = earlyAnswer(args)
    if (answer !== undefined) {
      process.stdout.write(answer)
      return
    }
    const started = beginStart()
    // Only what is imported from here on is compiled for a start.
    const { runProcess } = await import('./run-process.js')
    await runProcess(started)
  } catch (error) {
    process.stderr.write(`Error: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
