import type { Discovery } from 'apimachinery/meta'

/** Keeps what a server said, for the next process. */
export interface DiscoveryStore {
  /** What is stored and not too old; undefined when nothing is. */
  load(): Promise<Discovery | undefined>
  /** Stores what is complete of it. Not being able to is no error. */
  save(discovery: Discovery): Promise<void>
}
