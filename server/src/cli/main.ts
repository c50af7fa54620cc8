#!/usr/bin/env node
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
  output.error(`Error: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
