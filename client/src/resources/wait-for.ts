import { isResourceExpired, MachineryError } from 'apimachinery/errors'
import { getResourceVersion, type Unstructured } from 'apimachinery/runtime'
import type { Client } from '../client/client.js'
import { abortWith } from '../transport/abort-with.js'
import { type ObjectInfo, resourceOf } from './object-info.js'

/** What to wait for, and how long. */
export interface WaitForOptions {
  /** Called with each state, undefined if the object does not exist. */
  readonly until: (object: Unstructured | undefined) => boolean
  /** Zero looks once. */
  readonly timeoutMilliseconds: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Waits until an object has a state; returns the object. It reads once at the beginning, then watches. @throws
 * MachineryError `WaitTimeout` in kubectl's wording
 */
export async function waitFor(
  client: Client,
  info: Pick<ObjectInfo, 'mapping' | 'namespace' | 'name'>,
  { until, timeoutMilliseconds, signal }: WaitForOptions,
): Promise<Unstructured | undefined> {
  const deadline = new AbortController()
  const timeout = new MachineryError('WaitTimeout', `timed out waiting for the condition on ${resourceText(info)}`)
  const timer = timeoutMilliseconds > 0 ? setTimeout(() => deadline.abort(timeout), timeoutMilliseconds) : undefined
  const forgetSignal = abortWith(deadline, signal)
  const resource = resourceOf(client, info)
  try {
    for (;;) {
      const list = await resource.list({ fieldSelector: `metadata.name=${info.name}`, signal: deadline.signal })
      const [now] = list.items
      if (until(now)) return now
      if (timeoutMilliseconds <= 0) {
        throw new MachineryError('WaitTimeout', `condition not met for ${resourceText(info)}`)
      }
      const resourceVersion = list.metadata?.resourceVersion ?? (now === undefined ? '' : getResourceVersion(now))
      try {
        const watch = resource.watch({
          fieldSelector: `metadata.name=${info.name}`,
          resourceVersion,
          signal: deadline.signal,
        })
        for await (const { type, object } of watch) {
          const state = type === 'DELETED' ? undefined : object
          if (until(state)) return state
        }
      } catch (error) {
        // The server has forgotten the version: look again.
        if (!isResourceExpired(error)) throw error
      }
    }
  } finally {
    clearTimeout(timer)
    forgetSignal()
  }
}

function resourceText(info: Pick<ObjectInfo, 'mapping' | 'name'>): string {
  return `${info.mapping.resource.resource}/${info.name}`
}
