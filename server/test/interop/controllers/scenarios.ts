import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandCluster } from './cluster.js'

const folder =
  process.env.CONTROLLER_SCENARIOS ?? fileURLToPath(new URL('../../../../../shared/controllers', import.meta.url))

/** Why scenarios cannot be played here; undefined where they can. */
export function missing(): string | undefined {
  if (!existsSync(join(folder, 'record.py'))) return 'the recorded scenarios of ../shared/controllers'
  return spawnSync('python3', ['--version']).status === 0 ? undefined : 'python3'
}

/** The names of the scenarios that do not wait on purpose. */
export function quickScenarios(): readonly string[] {
  const scenarios = join(folder, 'scenarios')
  return readdirSync(scenarios)
    .map((file): Scenario => JSON.parse(readFileSync(join(scenarios, file), 'utf8')))
    .filter(({ seconds = 0 }) => seconds <= 10)
    .map(({ name }) => name)
}

interface Scenario {
  readonly name: string
  readonly seconds?: number
}

/** What came of playing scenarios. */
export interface PlayedScenarios {
  readonly output: string
  readonly equal: readonly string[]
  readonly differing: readonly string[]
}

/** Plays scenarios against the command with all controllers; `args` are those of `record.py`. */
export async function playScenarios(
  args: readonly string[],
  onOutput?: (text: string) => void,
): Promise<PlayedScenarios> {
  const cluster = await CommandCluster.start(['--controllers=*'], join(folder, 'kwok.yaml'))
  try {
    const access = [
      '--server',
      cluster.running.url,
      '--cert',
      cluster.file('admin.crt'),
      '--key',
      cluster.file('admin.key'),
    ]
    const all = [join(folder, 'record.py'), ...access, '--check', '--no-managers', ...args, join(folder, 'scenarios')]
    const output = await outputOf('python3', all, onOutput)
    const named = (prefix: string): string[] =>
      [...output.matchAll(new RegExp(`^${prefix} +(\\S+)$`, 'gm'))].map(([, name]) => name ?? '')
    return { output, equal: named('equal'), differing: named('DIFFERS') }
  } finally {
    await cluster.stop()
  }
}

function outputOf(program: string, args: readonly string[], onOutput?: (text: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        onOutput?.(text)
      })
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}
