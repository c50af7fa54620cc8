import { newGenericServerResponse } from 'apimachinery/errors'
import type { Handler } from '../request/http.js'
import type { VersionInfo } from '../request/version-info.js'
import { writePlainError } from '../request/write-error.js'

/** Answers `/version`. */
export function versionHandler(info: VersionInfo): Handler {
  const body = jsonBody(info)
  const write = jsonHandler(() => body)
  return (request, response) => {
    if (request.method !== 'GET') throw newGenericServerResponse(405, { verb: '' })
    return write(request, response)
  }
}

/** Answers `/`: the paths that there are. */
export function indexHandler(paths: () => readonly string[]): Handler {
  return jsonHandler(() => jsonBody({ paths: paths() }))
}

/** Answers unknown paths with those that there are. Source: `IndexLister` of k8s.io/apiserver/pkg/server/routes. */
export function missingHandler(paths: () => readonly string[]): Handler {
  return async (_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(jsonBody({ paths: paths() }))
  }
}

function jsonBody(value: object): Buffer {
  return Buffer.from(JSON.stringify(value, undefined, 2))
}

function jsonHandler(bodyOf: () => Buffer): Handler {
  return async (request, response) => {
    if (request.method !== 'GET') return writePlainError(response, 405, '405: Method Not Allowed')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(bodyOf())
  }
}
