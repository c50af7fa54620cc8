#!/usr/bin/env node
import { UsageError } from './flag.js'
import { runCommand } from './run.js'

const output = {
  out: (text: string) => void process.stdout.write(text),
  error: (text: string) => void process.stderr.write(text),
}

try {
  const running = await runCommand(process.argv.slice(2), output)
  const stop = (): void => {
    void running?.server.stop()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  output.error(`error: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
