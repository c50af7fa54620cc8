import type { PassiveClock } from 'apimachinery/wait'
import type { Handler, ResponseSink, ServerRequest } from '../../request/http.js'
import type { VersionInfo } from '../../request/version-info.js'
import { writePlainError } from '../../request/write-error.js'
import type { PathRouter } from '../path-router.js'

/** Which pages there are, and what they show. */
export interface PageOptions {
  /** Flags that `/flagz` shows; absent where there was no command line. */
  readonly flags?: (() => Readonly<Record<string, string>>) | undefined
  /** `/statusz`; default true. */
  readonly statusz?: boolean | undefined
  /** `/flagz`, where there are flags; default true. */
  readonly flagz?: boolean | undefined
  /** Versions of the kinds of these pages, the preferred one first; default: `v1beta1`, `v1alpha1`. */
  readonly pageVersions?: readonly [string, ...string[]] | undefined
  /** Name of the component in `/statusz` and `/flagz`. */
  readonly component?: string | undefined
}

/** Content of the pages. */
export interface ZPagesOptions extends PageOptions {
  readonly version: VersionInfo
  readonly clock: PassiveClock
  readonly startedAt: Date
}

const warning =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.\n'

/**
 * `/statusz` and `/flagz`, as text and as the kinds `Statusz` and `Flagz` of `config.k8s.io`.
 *
 * Source: `zpages` of k8s.io/component-base.
 */
export function installZPages(router: PathRouter, options: ZPagesOptions): void {
  const { component = 'apiserver', flags, pageVersions: versions = ['v1beta1', 'v1alpha1'] } = options
  if (options.statusz ?? true) router.handle('/statusz', statusPage(router, { component, versions }, options))
  if (flags === undefined || !(options.flagz ?? true)) return
  router.handle(
    '/flagz',
    zPage({ component, kind: 'Flagz', versions }, () => {
      const entries = Object.entries(flags()).sort(([a], [b]) => (a < b ? -1 : 1))
      return { text: entries, separator: '=', fields: { flags: Object.fromEntries(entries) } }
    }),
  )
}

function statusPage(
  router: PathRouter,
  page: Omit<Page, 'kind'>,
  { version, clock, startedAt }: Pick<ZPagesOptions, 'version' | 'clock' | 'startedAt'>,
): Handler {
  return zPage({ ...page, kind: 'Statusz' }, () => {
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
  })
}

/** A page, and the versions of its kind. */
interface Page {
  readonly component: string
  readonly kind: string
  /** The preferred one first; others are deprecated. */
  readonly versions: readonly string[]
}

interface PageContent {
  readonly text: readonly (readonly string[])[]
  readonly separator: string
  readonly fields: object
}

function zPage({ component, kind, versions }: Page, content: () => PageContent): Handler {
  return async (request, response) => {
    if (request.method !== 'GET') return writePlainError(response, 405, 'Method Not Allowed')
    const form = wantedForm(request, { kind, versions })
    if (form === undefined) {
      return writePlainError(response, 406, 'only the following media types are accepted: text/plain, application/json')
    }
    const { text, separator, fields } = content()
    if (form === 'text') {
      const lines = text.map(([name, value]) => `${name}${separator}${value}\n`)
      const title = `\n${component} ${kind.toLowerCase()}\n${warning}\n`
      return send(response, 'text/plain; charset=utf-8', title + lines.join(''))
    }
    const object = { kind, apiVersion: `config.k8s.io/${form}`, metadata: { name: component }, ...fields }
    if (form !== versions[0]) response.setHeader('warning', deprecationOf(kind))
    send(response, `application/json;g=config.k8s.io;v=${form};as=${kind}`, `${JSON.stringify(object)}\n`)
  }
}

function deprecationOf(kind: string): string {
  return `299 - "This version of the ${kind.toLowerCase()} endpoint is deprecated. Please use a newer version."`
}

/** A version of the kind, or the text. */
function wantedForm(
  { headers }: ServerRequest,
  { kind, versions }: Pick<Page, 'kind' | 'versions'>,
): string | undefined {
  const accept = String(headers.accept ?? '')
  for (const clause of accept.split(',')) {
    const [type = '', ...parameters] = clause.split(';').map((part) => part.trim())
    if (type === '' || type === '*/*' || type === 'text/*' || type === 'text/plain') return 'text'
    const wanted = new Set(parameters)
    if (type !== 'application/json' || !wanted.has('g=config.k8s.io') || !wanted.has(`as=${kind}`)) continue
    const version = versions.find((each) => wanted.has(`v=${each}`))
    if (version !== undefined) return version
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
