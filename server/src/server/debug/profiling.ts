import { Session } from 'node:inspector/promises'
import { getHeapSnapshot } from 'node:v8'
import type { Handler, ResponseSink, ServerRequest } from '../../request/http.js'
import { writePlainError } from '../../request/write-error.js'
import type { PathRouter } from '../path-router.js'

const longest = 60
const profiles = [
  { name: 'cmdline', about: 'The command line invocation of the current program' },
  { name: 'heap', about: 'A snapshot of the heap of V8, for the memory tab of the developer tools of Chrome.' },
  {
    name: 'profile',
    about:
      'CPU profile of V8. You can specify the duration in the seconds GET parameter. Open it in the developer tools of Chrome.',
  },
]

/**
 * `/debug/pprof/`: the names of Go's profiles, with profiles of V8.
 *
 * Source: `Profiling` of k8s.io/apiserver/pkg/server/routes.
 */
export function installProfiling(router: PathRouter): void {
  const unlisted = { unlisted: true }
  router.handle('/debug/pprof', redirect('/debug/pprof/'), unlisted)
  router.handlePrefix('/debug/pprof/', index, unlisted)
  router.handle('/debug/pprof/cmdline', cmdline, unlisted)
  router.handle('/debug/pprof/profile', cpuProfile(), unlisted)
  router.handle('/debug/pprof/heap', heap, unlisted)
}

function redirect(location: string): Handler {
  return async (_request, response) => {
    response.writeHead(302, { location, 'content-type': 'text/html; charset=utf-8' })
    response.end(Buffer.from(`<a href="${location}">Found</a>.\n\n`))
  }
}

const index: Handler = async (request, response) => {
  const name = request.path.slice('/debug/pprof/'.length)
  if (name !== '') return writePlainError(response, 404, 'Unknown profile')
  const rows = profiles.map(
    (profile) => `<tr><td><a href='${profile.name}'>${profile.name}</a></td><td>${profile.about}</td></tr>\n`,
  )
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' })
  response.end(
    Buffer.from(
      `<html>\n<head>\n<title>/debug/pprof/</title>\n</head>\n<body>\n<table>\n${rows.join('')}</table>\n</body>\n</html>\n`,
    ),
  )
}

const cmdline: Handler = async (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
  response.end(Buffer.from(process.argv.join('\0')))
}

/** One profile at a time: V8 has one profiler. */
function cpuProfile(): Handler {
  let busy = false
  return async (request, response) => {
    const seconds = secondsOf(request)
    if (busy) return writePlainError(response, 500, 'Could not enable CPU profiling: cpu profiling already in use')
    busy = true
    const session = new Session()
    try {
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.start')
      await elapsed(seconds * 1000, request.signal)
      const { profile } = await session.post('Profiler.stop')
      sendBytes(response, Buffer.from(JSON.stringify(profile)), 'profile.cpuprofile')
    } finally {
      session.disconnect()
      busy = false
    }
  }
}

function secondsOf({ query }: ServerRequest): number {
  const wanted = Number(query.get('seconds'))
  return Number.isFinite(wanted) && wanted > 0 ? Math.min(wanted, longest) : 30
}

function elapsed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
}

const heap: Handler = async (_request, response) => {
  response.writeHead(200, attachment('heap.heapsnapshot'))
  for await (const chunk of getHeapSnapshot()) {
    if (response.closed) return
    if (!response.write(chunk)) await response.drained()
  }
  response.end()
}

function sendBytes(response: ResponseSink, bytes: Uint8Array, name: string): void {
  response.writeHead(200, attachment(name))
  response.end(bytes)
}

function attachment(name: string): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename="${name}"`,
  }
}
