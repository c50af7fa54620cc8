import { createServer, type Server } from 'node:http'
import { UsageError } from '../../flags/flag.js'

/**
 * Stands for the etcd that envtest starts beside an API server which keeps its objects itself: it listens at the client URL, answers
 * health checks and the version, and ends with a signal. Other flags of etcd have no effect. Throws `UsageError` for a URL that is none.
 */
export async function etcdStandIn(args: readonly string[]): Promise<void> {
  const printed = printedAnswer(args)
  if (printed !== undefined) return void process.stdout.write(printed)
  const servers = clientURLs(args).map(healthServer)
  await Promise.all(servers.map(({ server, port, host }) => listening(server, { port, host })))
  // As etcd does, envtest reads this to know that it runs.
  process.stderr.write('ready to serve client requests\n')
  const stop = (): void => {
    for (const { server } of servers) {
      server.close()
      server.closeAllConnections()
    }
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Of the help envtest reads whether there are flags that make etcd faster. */
const help = `Usage: etcd [flags]

Stands for etcd in tests: it is healthy, and keeps nothing.

  --data-dir, --listen-peer-urls, --initial-advertise-peer-urls and others
    Have no effect.
  --listen-client-urls 'http://localhost:2379'
    URLs at which health checks are answered.
  --unsafe-no-fsync 'false'
    Has no effect.
`

function printedAnswer(args: readonly string[]): string | undefined {
  const is = (...names: readonly string[]): boolean => args.some((arg) => names.includes(arg))
  if (is('--help', '-help', '-h')) return help
  return is('--version', '-version') ? `etcd Version: ${version}\n` : undefined
}

/** The version that it says to have. */
const version = '3.6.0'

/** The values of `--listen-client-urls` and its like, in both ways of writing a flag. */
function clientURLs(args: readonly string[]): readonly URL[] {
  const found = ['listen-client-urls', 'listen-metrics-urls'].flatMap((name) => flagValue(args, name)?.split(',') ?? [])
  return (found.length === 0 ? ['http://localhost:2379'] : [...new Set(found)]).map((text) => {
    if (!URL.canParse(text)) throw new UsageError(`--listen-client-urls: ${JSON.stringify(text)} is no URL`)
    return new URL(text)
  })
}

function flagValue(args: readonly string[], name: string): string | undefined {
  const at = args.findIndex((arg) => arg.replace(/^--?/, '').split('=')[0] === name)
  if (at < 0) return undefined
  const inline = args[at]!.indexOf('=')
  return inline < 0 ? args[at + 1] : args[at]!.slice(inline + 1)
}

const answers: Readonly<Record<string, object | string>> = {
  '/health': { health: 'true', reason: '' },
  '/livez': 'ok\n',
  '/readyz': 'ok\n',
  '/version': { etcdserver: version, etcdcluster: version },
}

function healthServer({ hostname, port }: URL): { server: Server; host: string; port: number } {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
    response.statusCode = answer === undefined ? 404 : 200
    response.end(
      typeof answer === 'object' ? JSON.stringify(answer) : (answer ?? 'this stands for etcd and keeps nothing\n'),
    )
  })
  return { server, host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 80 : Number(port) }
}

function listening(server: Server, place: { readonly port: number; readonly host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, resolve)
  })
}
