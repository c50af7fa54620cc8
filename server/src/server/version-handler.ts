import { newGenericServerResponse } from 'apimachinery/errors'
import type { Handler } from '../request/http.js'
import { emulatedVersion, type VersionInfo } from '../request/version-info.js'
import { writePlainError } from '../request/write-error.js'

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

/** Answers unknown paths with those that there are. Source: `IndexLister` of k8s.io/apiserver/pkg/server/routes. */
export function missingHandler(paths: () => readonly string[]): Handler {
  return async (_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(Buffer.from(JSON.stringify({ paths: paths() }, undefined, 2)))
  }
}

function jsonHandler(make: () => object): Handler {
  return async (request, response) => {
    if (request.method !== 'GET') return writePlainError(response, 405, '405: Method Not Allowed')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(Buffer.from(JSON.stringify(make(), undefined, 2)))
  }
}
