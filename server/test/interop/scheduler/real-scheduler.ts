import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestServer } from '../../../src/testing/test-server.js'

/** The kube-scheduler in the environment variable `KUBE_SCHEDULER`, else the one in `PATH`; undefined where there is none. */
export function findKubeScheduler(): string | undefined {
  const path = process.env.KUBE_SCHEDULER ?? 'kube-scheduler'
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0 ? path : undefined
}

/** A kube-scheduler that works for a server. */
export class RealScheduler {
  readonly #process: ChildProcess
  readonly #folder: string
  #log = ''

  private constructor(child: ChildProcess, folder: string) {
    this.#process = child
    this.#folder = folder
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log = (this.#log + text).slice(-20_000)
      })
    }
  }

  static async start(program: string, server: TestServer): Promise<RealScheduler> {
    const folder = mkdtempSync(join(tmpdir(), 'kube-scheduler-'))
    const kubeconfig = join(folder, 'kubeconfig')
    writeFileSync(kubeconfig, await server.kubeconfig())
    const flags = ['--leader-elect=false', '--secure-port=0', '--kube-api-qps=1000', '--kube-api-burst=1000']
    return new RealScheduler(spawn(program, [`--kubeconfig=${kubeconfig}`, ...flags]), folder)
  }

  /** The end of what it has printed. */
  get log(): string {
    return this.#log
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    if (this.#process.exitCode === null) {
      this.#process.kill('SIGKILL')
      await ended
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
