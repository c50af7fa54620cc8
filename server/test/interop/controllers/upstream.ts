import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { CommandCluster } from './cluster.js'

/** Where a program is: in the folder of the environment variable, else in `PATH`; undefined where it is not. */
export function findUpstream(program: string): string | undefined {
  const folder = process.env.KUBE_CONTROLLER_MANAGER_FOLDER
  const folders = folder !== undefined ? [folder] : (process.env.PATH ?? '').split(delimiter)
  return folders.map((each) => join(each, program)).find((path) => existsSync(path))
}

/** The release of the programs. */
export const upstreamRelease = process.env.KUBE_CONTROLLER_MANAGER_RELEASE ?? '1.36'

/** A real kube-controller-manager and kube-scheduler against a server of this process. */
export class UpstreamControllers {
  readonly #processes: readonly ChildProcess[]
  readonly #ended: Promise<unknown>

  private constructor(processes: readonly ChildProcess[]) {
    this.#processes = processes
    this.#ended = Promise.all(processes.map((each) => new Promise((resolve) => each.once('close', resolve))))
  }

  /** @throws Error where one of them has ended by itself. */
  check(): void {
    for (const { exitCode, spawnfile } of this.#processes)
      if (exitCode !== null) throw new Error(`${spawnfile} ended with ${exitCode}; SHOW_UPSTREAM=1 shows why`)
  }

  /** Throws `Error` for a program that is missing. */
  static start(cluster: CommandCluster, flags: readonly string[]): UpstreamControllers {
    const common = [`--kubeconfig=${cluster.running.kubeconfig}`, '--leader-elect=false', '--secure-port=0']
    const manager = [
      ...common,
      '--use-service-account-credentials=true',
      `--service-account-private-key-file=${cluster.file('service-account.key')}`,
      `--root-ca-file=${cluster.file('ca.crt')}`,
      `--cluster-signing-cert-file=${cluster.file('ca.crt')}`,
      `--cluster-signing-key-file=${cluster.file('ca.key')}`,
      '--kube-api-qps=1000',
      '--kube-api-burst=2000',
      ...flags,
    ]
    return new UpstreamControllers([
      run('kube-controller-manager', manager),
      run('kube-scheduler', [...common, '--kube-api-qps=1000', '--kube-api-burst=2000']),
    ])
  }

  async stop(): Promise<void> {
    for (const each of this.#processes) each.kill()
    await this.#ended
  }
}

function run(program: string, args: readonly string[]): ChildProcess {
  const path = findUpstream(program)
  if (path === undefined) throw new Error(`${program} is missing`)
  return spawn(path, args, { stdio: process.env.SHOW_UPSTREAM === '1' ? 'inherit' : 'ignore' })
}
