import { MachineryError } from 'apimachinery/errors'
import type { CallOptions } from '../rest/call-options.js'
import type { RESTClient } from '../rest/rest-client.js'

/** What `/version` says. */
export interface ServerVersion {
  readonly major: string
  readonly minor: string
  readonly gitVersion: string
  readonly gitCommit: string
  readonly gitTreeState: string
  readonly buildDate: string
  readonly goVersion: string
  readonly compiler: string
  readonly platform: string
}

/** Asks a server for its version. @throws MachineryError `InvalidVersion` for an answer that is none. */
export async function serverVersion(rest: RESTClient, { signal }: CallOptions = {}): Promise<ServerVersion> {
  const result = await rest.get().absPath('/version').signal(signal).do()
  try {
    const version: unknown = JSON.parse(result.text())
    if (typeof version === 'object' && version !== null && typeof (version as ServerVersion).gitVersion === 'string') {
      return version as ServerVersion
    }
  } catch (cause) {
    throw new MachineryError('InvalidVersion', 'unable to parse the server version', { cause })
  }
  throw new MachineryError('InvalidVersion', 'unable to parse the server version: no gitVersion')
}
