import type { CommandIO } from './verb.js'

/** Says how far a run over many files has come. */
export interface Progress {
  /** Says that `name` is being worked on. */
  step(name: string): void
  /** Clears the line. */
  done(): void
}

/** Fewer files than this are done before anybody looks. */
const worthSaying = 20

/** Makes the progress line of a run over `total` files: on a terminal only, and only for many files. */
export function progressOver(total: number, { terminal }: CommandIO): Progress {
  if (total < worthSaying || terminal === undefined) return { step: () => {}, done: () => {} }
  let count = 0
  return {
    step: (name) => terminal.write(`\r\u001b[K${++count}/${total} ${name}`),
    done: () => terminal.write('\r\u001b[K'),
  }
}
