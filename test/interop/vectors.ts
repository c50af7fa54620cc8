import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Operation } from './source-operations.js'

const folder = '../shared/vectors'

type Answer = Record<string, unknown>

/** One recorded request with what Go answered. */
export interface Vector {
  readonly req: Record<string, unknown> & { readonly op: string }
  readonly res: Answer
  readonly nondeterministic?: boolean
  readonly alternatives?: readonly Answer[]
}

/** Whether the recorded answers are there; they are not part of the package. */
export const haveVectors: boolean = existsSync(folder)

/** The recorded requests of one file. */
export function readVectors(file: string): Vector[] {
  const lines = readFileSync(join(folder, `${file}.jsonl`), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Vector)
}

/** What an operation answers, and `{ error }` when it throws. */
export function answer(operation: Operation, request: Record<string, unknown>): Answer {
  try {
    return operation(request)
  } catch (error) {
    return { error: (error as Error).message }
  }
}

/** Reports whether every recorded field is there; of errors, that there is one. */
export function agrees(vector: Vector, got: Answer): boolean {
  const accepted = vector.nondeterministic === true ? (vector.alternatives ?? []) : [vector.res]
  return accepted.some((want) => {
    if ('error' in want !== 'error' in got) return false
    return 'error' in want || Object.keys(want).every((key) => isDeepStrictEqual(got[key], want[key]))
  })
}
