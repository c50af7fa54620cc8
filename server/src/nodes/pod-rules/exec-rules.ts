import type { ConfigurationField } from '../document/configuration-field.js'
import { checkCommands, type LocalAccess } from './local-access.js'
import { type EntryReader, readTexts } from './rule-document.js'

/** How commands of clients are run on this machine. */
export interface LocalExec {
  /** Empty: that of this process. */
  readonly workDir: string
  /** Added to those of this process. */
  readonly environment: Readonly<Record<string, string>>
  readonly user: number | undefined
  readonly group: number | undefined
}

/** The answer to a command, which is not run. */
export interface CommandAnswer {
  /** The command with its arguments; any where absent. */
  readonly command: readonly string[] | undefined
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  /** Writes what comes in on standard input to standard output, until its end. */
  readonly echo: boolean
}

/** What commands in containers do. */
export interface ExecEntry {
  readonly containers: readonly string[]
  readonly run: LocalExec | readonly CommandAnswer[] | undefined
}

/** Entries of kwok: what the client asks for is run on this machine. */
export function kwokExecReader(access: LocalAccess): EntryReader<ExecEntry> {
  return {
    list: 'execs',
    read(entry) {
      const { containers, local } = entry.members(['containers', 'local'])
      checkCommands(local, access, 'runs the commands of clients on the machine of the server')
      return { containers: readTexts(containers), run: local.isAbsent ? undefined : readLocal(local) }
    },
  }
}

/** Entries that have the answers to commands. */
export const ownExecReader: EntryReader<ExecEntry> = {
  list: 'execs',
  read(entry) {
    const { containers, commands } = entry.members(['containers', 'commands'])
    return { containers: readTexts(containers), run: commands.items().map(readAnswer) }
  },
}

function readLocal(local: ConfigurationField): LocalExec {
  const { workDir, envs, securityContext } = local.members(['workDir', 'envs', 'securityContext'])
  const { runAsUser, runAsGroup } = securityContext.members(['runAsUser', 'runAsGroup'])
  const variables = envs.items().map((item) => {
    const { name, value } = item.members(['name', 'value'])
    return [name.requiredText(), value.text()]
  })
  return {
    workDir: workDir.text(),
    environment: Object.fromEntries(variables),
    user: runAsUser.count(),
    group: runAsGroup.count(),
  }
}

const mostExitCode = 255

function readAnswer(field: ConfigurationField): CommandAnswer {
  const { command, stdout, stderr, exitCode, echo } = field.members(['command', 'stdout', 'stderr', 'exitCode', 'echo'])
  const code = exitCode.count() ?? 0
  if (code > mostExitCode) throw exitCode.error(`must not be greater than ${mostExitCode}`)
  return {
    command: command.isAbsent ? undefined : command.items().map((item) => item.text()),
    stdout: stdout.text(),
    stderr: stderr.text(),
    exitCode: code,
    echo: echo.boolean(),
  }
}
