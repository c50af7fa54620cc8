import { importFromSource } from './from-source.mjs'

/** Answers one request of the Go reference. */
export type Operation = (request: Record<string, unknown>) => Record<string, unknown>

/** Loads one file of `ops/` with the package's own entries read from `src`, so that the tests of a folder need no build. */
export async function sourceOperations(area: string): Promise<Readonly<Record<string, Operation>>> {
  const { operations } = (await importFromSource(`ops/${area}.mjs`)) as { operations: Record<string, Operation> }
  return operations
}
