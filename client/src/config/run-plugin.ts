import { spawn } from 'node:child_process'
import type { ExecCallStatus } from './exec-hooks.js'

/** How a plugin ended. */
export type PluginOutcome =
  | { readonly status: 'no_error'; readonly exitCode: 0; readonly output: string }
  | { readonly status: Exclude<ExecCallStatus, 'no_error'>; readonly exitCode: number; readonly problem: string }

/** Input of {@link runPlugin}. */
export interface PluginCall {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Gives the plugin the standard input. */
  readonly interactive: boolean
}

const notFound = new Set(['ENOENT', 'EACCES', 'ENOTDIR'])

/** Runs a plugin to its end; standard error is that of the process. Never rejects. */
export function runPlugin(program: string, { args, environment, interactive }: PluginCall): Promise<PluginOutcome> {
  return new Promise((resolveRun) => {
    const fail = (cause: NodeJS.ErrnoException): void => {
      const status = notFound.has(cause.code ?? '') ? 'plugin_not_found_error' : 'client_internal_error'
      resolveRun({ status, exitCode: 1, problem: `exec: ${cause.message}` })
    }
    let child: ReturnType<typeof spawnPlugin>
    try {
      child = spawnPlugin(program, { args, environment, interactive })
    } catch (cause) {
      fail(cause as NodeJS.ErrnoException)
      return
    }
    const output: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
    child.once('error', fail)
    child.once('close', (code, signal) => {
      if (code === 0) return resolveRun({ status: 'no_error', exitCode: 0, output: Buffer.concat(output).toString() })
      const ending = code === null ? `was ended by ${signal}` : `failed with exit code ${code}`
      const problem = `exec: executable ${program} ${ending}`
      resolveRun({ status: 'plugin_execution_error', exitCode: code ?? -1, problem })
    })
  })
}

function spawnPlugin(program: string, { args, environment, interactive }: PluginCall): ReturnType<typeof spawn> {
  return spawn(program, [...args], {
    env: environment,
    stdio: [interactive ? 'inherit' : 'ignore', 'pipe', 'inherit'],
    windowsHide: true,
  })
}
