import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { namespace, objects } from './operator-server.mjs'

const events = 2000
const warmUpEvents = 1000
const downtime = 3000
const restTime = 1000
/** Clock ticks a second in /proc/PID/stat. */
const ticks = 100

/** One run of an operator beside a server: what is measured of it. */
export class OperatorSession {
  #server
  #command
  #process

  constructor(server, command) {
    this.#server = server
    this.#command = command
  }

  async run() {
    const started = performance.now()
    await this.#start()
    const synced = performance.now() - started
    const cpuUntilSynced = this.#cpu()
    try {
      await sleep(restTime)
      const memory = this.#memory()
      await this.#server.change(warmUpEvents)
      const before = this.#cpu()
      await this.#server.change(events)
      const cpuPerEvent = ((this.#cpu() - before) * 1000) / events
      return { synced, cpuUntilSynced, memory, cpuPerEvent, recovery: await this.#recovery() }
    } finally {
      await this.#stop()
    }
  }

  async #recovery() {
    await this.#server.kill()
    await sleep(downtime)
    await this.#server.startAgain()
    const ready = performance.now()
    await this.#server.change(1)
    return performance.now() - ready
  }

  async #start() {
    const { file, args } = this.#command
    const env = { ...process.env, KUBECONFIG: this.#server.kubeconfig, OBJECTS: String(objects), NAMESPACE: namespace }
    this.#process = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    process.once('exit', () => this.#process.kill('SIGKILL'))
    await new Promise((resolve, reject) => {
      createInterface({ input: this.#process.stdout }).on('line', (line) => line === 'synced' && resolve())
      this.#process.once('exit', (code) => reject(new Error(`${file} ${args.join(' ')} ended with code ${code}`)))
    })
  }

  async #stop() {
    const gone = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGKILL')
    await gone
  }

  /** CPU time of the process so far, in ms. */
  #cpu() {
    const stat = readFileSync(`/proc/${this.#process.pid}/stat`, 'utf8')
    // The name of the program may have blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks
  }

  /** Resident memory of the process, in MB. */
  #memory() {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)[1]) / 1000
  }
}
