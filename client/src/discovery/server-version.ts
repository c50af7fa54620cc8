import { MachineryError } from 'apimachinery/errors'
import type { CallOptions } from '../rest/call-options.js'
import type { RESTClient } from '../rest/rest-client.js'

/** The content of `/version`. */
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

/** Reads the version of a server. @throws MachineryError `InvalidVersion` for an invalid response. */
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
