#!/usr/bin/env node
import { earlyAnswer } from './early-answer.js'
import { beginStart } from './engine.js'

try {
  const [, , word, ...rest] = process.argv
  // A client of the control API loads nothing of the server.
  const answer =
    word === 'ctl'
      ? await (await import('./ctl/run-ctl.js')).runCtl(rest, process.env)
      : earlyAnswer(process.argv.slice(2))
  if (answer === undefined) {
    const started = beginStart()
    // Only what is imported from here on is compiled for a start.
    const { runProcess } = await import('./run-process.js')
    await runProcess(started)
  } else process.stdout.write(answer)
} catch (error) {
  process.stderr.write(`Error: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
