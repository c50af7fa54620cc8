#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { run } from './run.js'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe went away: that is how `| head` ends.
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  write: (data) => void process.stdout.write(data),
  warn: (line) => void process.stderr.write(`${line}\n`),
  readInput: () => readFileSync(0),
  terminal: process.stderr.isTTY ? process.stderr : undefined,
})
