import type { Discovery } from 'apimachinery/meta'

/** Stores discovery for the next process. */
export interface DiscoveryStore {
  /** The stored copy if it is recent; undefined if there is none. */
  load(): Promise<Discovery | undefined>
  /** Stores the complete parts. A failure to store is not an error. */
  save(discovery: Discovery): Promise<void>
}
