import type { KV } from '../kv.js'

/** A store to test, empty or with other keys outside of {@link ConformanceStore.prefix}. */
export interface ConformanceStore {
  readonly kv: KV
  /** All keys of the suite begin with it; it must be new for each case. */
  readonly prefix: string
  /** Advances time by milliseconds, with its own clock or by waiting. */
  advance(milliseconds: number): Promise<void>
  close(): Promise<void>
}

/** One demand on a store. */
export interface ConformanceCase {
  readonly name: string
  /** Rejects where the store does not do it. */
  run(store: ConformanceStore): Promise<void>
}

/** Opens a store, runs a case and closes the store again. */
export async function runConformanceCase(test: ConformanceCase, open: () => Promise<ConformanceStore>): Promise<void> {
  const store = await open()
  try {
    await test.run(store)
  } finally {
    await store.close()
  }
}
