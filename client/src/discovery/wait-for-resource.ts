import { isNotFound, isServiceUnavailable, isTooManyRequests } from 'apimachinery/errors'
import type { GroupVersionResource } from 'apimachinery/schema'
import { sleep } from 'apimachinery/wait'
import type { CallOptions } from '../rest/call-options.js'
import type { RESTClient } from '../rest/rest-client.js'

/** How to wait for a resource. */
export interface WaitForResourceOptions extends CallOptions {
  /** Longest pause between two questions, in milliseconds. Default 1000. */
  readonly pauseMilliseconds?: number | undefined
}

/**
 * Waits until a resource is served: after a CustomResourceDefinition was created it is unknown for a moment, then its storage
 * is being made. Other refusals, such as `Forbidden`, mean that it is there.
 *
 * @throws the reason of the signal; what is thrown for a server that cannot be reached
 */
export async function waitForResource(
  rest: RESTClient,
  { group, version, resource }: GroupVersionResource,
  { signal, timeoutMilliseconds, pauseMilliseconds = 1000 }: WaitForResourceOptions = {},
): Promise<void> {
  const deadline = timeoutMilliseconds === undefined ? undefined : rest.clock.monotonic() + timeoutMilliseconds
  for (let pause = 50; ; pause = Math.min(pauseMilliseconds, pause * 2)) {
    try {
      const request = rest.get().groupVersion({ group, version }).resource(resource).param('limit', '1')
      await request.maxRetries(0).signal(signal).do()
      return
    } catch (error) {
      const isMissing = isNotFound(error) || isTooManyRequests(error) || isServiceUnavailable(error)
      if (!isMissing) {
        if (typeof error === 'object' && error !== null && 'status' in error) return
        throw error
      }
      if (deadline !== undefined && rest.clock.monotonic() >= deadline) throw error
    }
    await sleep(pause, { clock: rest.clock, signal })
  }
}
