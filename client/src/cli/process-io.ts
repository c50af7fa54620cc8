import type { CommandIO } from './command-io.js'

/** The process that the command runs in. */
export function processIO(): CommandIO {
  const leaving = new AbortController()
  process.once('SIGINT', () => leaving.abort(new DOMException('interrupted', 'AbortError')))
  return {
    cwd: process.cwd(),
    environment: process.env,
    write: (text) => void process.stdout.write(text),
    warn: (line) => void process.stderr.write(`${line}\n`),
    readInput: async () => {
      let text = ''
      for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
      return text
    },
    terminal: process.stderr.isTTY ? { write: (text) => void process.stderr.write(text) } : undefined,
    signal: leaving.signal,
  }
}
