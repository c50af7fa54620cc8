/** Keeps responses by their address. Nothing is lost with one: a cache that fails is a cache without the response. */
export interface ResponseCache {
  get(key: string): Promise<Uint8Array | undefined>
  set(key: string, response: Uint8Array): Promise<void>
  delete(key: string): Promise<void>
}
