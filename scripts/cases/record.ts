import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { exactJSON } from './big-numbers.js'
import { caseFiles } from './case-files.js'
import type { CaseLine } from './case-line.js'
import type { Request } from './random-lines.js'
import type { RunningCluster } from './running-cluster.js'
import type { RunningObjects } from './running-objects.js'

/** A line with the answers of another server; undefined where its object cannot be made there. */
export type Recorder = (line: CaseLine) => Promise<CaseLine | undefined>

/** How the lines of each file are recorded. */
export function recordersFor(cluster: RunningCluster, objects: RunningObjects): Readonly<Record<string, Recorder>> {
  const write: Recorder = async (line) => {
    const answered = await cluster.answer(line)
    return 'notCreated' in answered ? undefined : { ...line, ...answered }
  }
  return {
    defaults: write,
    validation: write,
    conversion: (line) => objects.conversion(line),
    tables: (line) => objects.table(line),
  }
}

export interface RecordOptions {
  /** Where the cases are whose requests are sent. */
  readonly folder: string
  /** Where files of the same names are written. */
  readonly target: string
  readonly only?: string | undefined
  /** File → how its lines are recorded. */
  readonly recorders: Readonly<Record<string, Recorder>>
  readonly isWanted: (line: CaseLine) => boolean
}

/** Writes the answers of a server to random requests into a file of the form of `validation`, and prints how many. */
export async function recordRandom(
  requests: Iterable<Request>,
  count: number,
  options: Pick<RecordOptions, 'target' | 'recorders'>,
): Promise<void> {
  const { target, recorders } = options
  const record = recorders.validation as Recorder
  mkdirSync(target, { recursive: true })
  const recorded: string[] = []
  let asked = 0
  for (const request of requests) {
    if (asked === count) break
    asked += 1
    const answered = await record(request as CaseLine).catch((error: Error) => error)
    // Some requests make the server panic, and it drops the connection.
    if (answered instanceof Error) console.error(`${request.gvr.resource} ${request.mutation}: ${answered.message}`)
    else if (answered !== undefined) recorded.push(`${exactJSON(answered)}\n`)
  }
  writeFileSync(join(target, 'validation.jsonl.gz'), gzipSync(recorded.join(''), { level: 9 }))
  console.log(`${recorded.length} of ${asked} recorded`)
}

/** Writes the answers of a server into files of the form that the cases have, and prints how many. */
export async function recordCases({ folder, target, only, recorders, isWanted }: RecordOptions): Promise<void> {
  mkdirSync(target, { recursive: true })
  for (const { name, lines } of caseFiles(folder, only)) {
    const record = recorders[name]
    if (record === undefined) continue
    const recorded: string[] = []
    let all = 0
    for (const line of lines()) {
      if (!isWanted(line)) continue
      all += 1
      const answered = await record(line)
      if (answered !== undefined) recorded.push(`${exactJSON(answered)}\n`)
    }
    const text = recorded.join('')
    // As large as these files are in the folder of the cases.
    const isPacked = name === 'validation'
    writeFileSync(join(target, `${name}.jsonl${isPacked ? '.gz' : ''}`), isPacked ? gzipSync(text, { level: 9 }) : text)
    console.log(`${name}: ${recorded.length} of ${all} recorded`)
  }
}
