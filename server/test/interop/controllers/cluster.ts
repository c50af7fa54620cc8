import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { flagGroups } from '../../../src/cli/flags.js'
import { type RunningCommand, runCommand } from '../../../src/cli/run.js'

/** The flags of the recorded kube-apiserver. */
const recorded = [
  '--memory',
  '--secure-port=0',
  '--authorization-mode=Node,RBAC',
  '--enable-admission-plugins=NodeRestriction',
  '--allow-privileged=true',
  '--service-cluster-ip-range=10.96.0.0/16',
  '--enable-bootstrap-token-auth=true',
]

/** The server of the command, in this process, with data of its own. */
export class CommandCluster {
  readonly running: RunningCommand
  readonly folder: string

  private constructor(running: RunningCommand, folder: string) {
    this.running = running
    this.folder = folder
  }

  /** `nodes` is the value of `--nodes`, where the command has that flag. */
  static async start(flags: readonly string[], nodes: string): Promise<CommandCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'controllers-'))
    const withNodes = flagGroups.some((group) => group.flags.some(({ name }) => name === 'nodes'))
    const all = [...recorded, `--data-dir=${folder}`, ...flags, ...(withNodes ? [`--nodes=${nodes}`] : [])]
    // What a server says of its end is no news here.
    const error = (text: string): void => {
      if (!text.includes('graceful-termination')) process.stderr.write(text)
    }
    const running = await runCommand(all, { out: () => undefined, error })
    if (running === undefined) throw new Error('the command did not start')
    await running.server.ready()
    return new CommandCluster(running, folder)
  }

  /** The path of a file beside the kubeconfig, such as `admin.crt`. */
  file(name: string): string {
    return join(dirname(this.running.kubeconfig), name)
  }

  /** The content of such a file. */
  read(name: string): string {
    return readFileSync(this.file(name), 'utf8')
  }

  async stop(): Promise<void> {
    await this.running.server.stop({ delay: false })
    rmSync(this.folder, { recursive: true, force: true })
  }
}
