import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const child = fileURLToPath(new URL('../children/run-workload.mjs', import.meta.url))

/**
 * Bytecode stays: every turn collects all garbage, so that the engine would throw away what it compiled for operations that
 * wait for theirs, which no program sees.
 */
const flags = ['--expose-gc', '--no-flush-bytecode']

/**
 * Runs a workload in a fresh process, so that neither the heap nor what the engine learned in one disturbs the next.
 * Gives name, about, unit and for each operation its name, baseline and samples.
 */
export function runInChild(request, onProgress) {
  return new Promise((resolve, reject) => {
    let found
    const started = fork(child, { execArgv: flags, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    started.on('message', ({ name, progress, result }) => {
      if (result !== undefined) found = result
      else onProgress(name, progress)
    })
    started.on('exit', (code) => {
      if (found !== undefined) resolve(found)
      else reject(new Error(`${request.file} ended with ${code}`))
    })
    started.send(request)
  })
}
