import { newGenericServerResponse } from 'apimachinery/errors'
import type { Handler } from '../request/http.js'
import { writePlainError } from '../request/write-error.js'

/** The version of a server. Source: `version.Info` of k8s.io/apimachinery. */
export interface VersionInfo {
  readonly major: string
  readonly minor: string
  readonly emulationMajor: string
  readonly emulationMinor: string
  readonly minCompatibilityMajor: string
  readonly minCompatibilityMinor: string
  readonly gitVersion: string
  readonly gitCommit: string
  readonly gitTreeState: string
  readonly buildDate: string
  readonly goVersion: string
  readonly compiler: string
  readonly platform: string
}

/** The release of Kubernetes whose answers this server gives. */
export const emulatedVersion: VersionInfo = {
  major: '1',
  minor: '36',
  emulationMajor: '1',
  emulationMinor: '36',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '35',
  gitVersion: 'v1.36.3',
  gitCommit: 'unknown',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: 'go1.26',
  compiler: 'gc',
  platform: 'linux/amd64',
}

/** Answers `/version`. */
export function versionHandler(info: VersionInfo = emulatedVersion): Handler {
  const write = jsonHandler(() => info)
  return (request, response) => {
    if (request.method !== 'GET') throw newGenericServerResponse(405, { verb: '' })
    return write(request, response)
  }
}

/** Answers `/`: the paths that there are. */
export function indexHandler(paths: () => readonly string[]): Handler {
  return jsonHandler(() => ({ paths: paths() }))
}

function jsonHandler(make: () => object): Handler {
  return async (request, response) => {
    if (request.method !== 'GET') return writePlainError(response, 405, '405: Method Not Allowed')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(Buffer.from(JSON.stringify(make(), undefined, 2)))
  }
}
