import type { PassiveClock } from 'apimachinery/wait'
import type { Handler, ResponseSink, ServerRequest } from '../../request/http.js'
import type { VersionInfo } from '../../request/version-info.js'
import { writePlainError } from '../../request/write-error.js'
import type { PathRouter } from '../path-router.js'

/** Content of the pages. */
export interface ZPagesOptions {
  readonly component?: string | undefined
  readonly flags?: (() => Readonly<Record<string, string>>) | undefined
  readonly version: VersionInfo
  readonly clock: PassiveClock
  readonly startedAt: Date
}

const warning =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.\n'

/**
 * `/statusz` and `/flagz`, as text and as the kinds `Statusz` and `Flagz` of `config.k8s.io/v1beta1`.
 *
 * Source: `zpages` of k8s.io/component-base.
 */
export function installZPages(router: PathRouter, options: ZPagesOptions): void {
  const { component = 'apiserver', flags, version, clock, startedAt } = options
  const page = { component, kind: 'Statusz' }
  router.handle(
    '/statusz',
    zPage(page, () => {
      const uptimeSeconds = Math.max(0, Math.floor((clock.now() - startedAt.getTime()) / 1000))
      const paths = router.listedPaths().filter((path) => /^\/[^/]+$/.test(path) && !/^\/(apis?|logs)$/.test(path))
      const binaryVersion = version.gitVersion.slice(1)
      const emulationVersion = `${version.emulationMajor}.${version.emulationMinor}`
      const { goVersion } = version
      const startTime = `${startedAt.toISOString().slice(0, 19)}Z`
      return {
        text: [
          ['Started', unixDate(startedAt)],
          ['Up', uptimeText(uptimeSeconds)],
          ['Go version', goVersion],
          ['Binary version', binaryVersion],
          ['Emulation version', emulationVersion],
          ['Paths', paths.join(' ')],
        ],
        separator: ': ',
        fields: { startTime, uptimeSeconds, goVersion, binaryVersion, emulationVersion, paths },
      }
    }),
  )
  if (flags === undefined) return
  router.handle(
    '/flagz',
    zPage({ component, kind: 'Flagz' }, () => {
      const entries = Object.entries(flags()).sort(([a], [b]) => (a < b ? -1 : 1))
      return { text: entries, separator: '=', fields: { flags: Object.fromEntries(entries) } }
    }),
  )
}

interface PageContent {
  readonly text: readonly (readonly string[])[]
  readonly separator: string
  readonly fields: object
}

function zPage(
  { component, kind }: { readonly component: string; readonly kind: string },
  content: () => PageContent,
): Handler {
  return async (request, response) => {
    if (request.method !== 'GET') return writePlainError(response, 405, 'Method Not Allowed')
    const form = wantedForm(request, kind)
    if (form === undefined) {
      return writePlainError(response, 406, 'only the following media types are accepted: text/plain, application/json')
    }
    const { text, separator, fields } = content()
    if (form === 'text') {
      const lines = text.map(([name, value]) => `${name}${separator}${value}\n`)
      const title = `\n${component} ${kind.toLowerCase()}\n${warning}\n`
      return send(response, 'text/plain; charset=utf-8', title + lines.join(''))
    }
    const object = { kind, apiVersion: 'config.k8s.io/v1beta1', metadata: { name: component }, ...fields }
    send(response, `application/json;g=config.k8s.io;v=v1beta1;as=${kind}`, `${JSON.stringify(object)}\n`)
  }
}

function wantedForm({ headers }: ServerRequest, kind: string): 'text' | 'json' | undefined {
  const accept = String(headers.accept ?? '')
  for (const clause of accept.split(',')) {
    const [type = '', ...parameters] = clause.split(';').map((part) => part.trim())
    if (type === '' || type === '*/*' || type === 'text/*' || type === 'text/plain') return 'text'
    const wanted = new Set(parameters)
    const isPage = wanted.has('g=config.k8s.io') && wanted.has('v=v1beta1') && wanted.has(`as=${kind}`)
    if (type === 'application/json' && isPage) return 'json'
  }
  return undefined
}

function send(response: ResponseSink, contentType: string, text: string): void {
  response.writeHead(200, { 'content-type': contentType })
  response.end(Buffer.from(text))
}

function uptimeText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)} hr ${two(Math.floor(seconds / 60) % 60)} min ${two(seconds % 60)} sec`
}

/** Go's `time.UnixDate`: `Sun Nov 22 04:46:14 UTC 2026`. */
function unixDate(date: Date): string {
  const [day, number, month, year, time] = date.toUTCString().replace(',', '').split(' ') as [
    string,
    string,
    string,
    string,
    string,
  ]
  return `${day} ${month} ${String(Number(number)).padStart(2)} ${time} UTC ${year}`
}
