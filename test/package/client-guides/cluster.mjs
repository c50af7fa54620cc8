// A cluster for the examples of the client's guides: a test server, and pods whose commands run on this machine.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { TestServer } from '@apimachinery/server/testing'
import { WebSocketServer } from 'ws'

const [stdin, stdout, stderr, status, closing] = [0, 1, 2, 3, 255]
const template = (app) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
})
const objects = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod' } },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'prod' },
    spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: template('web') },
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    ...template('web'),
    metadata: { name: 'web-0', namespace: 'prod', labels: { app: 'web' } },
  },
]

/** Starts it: `client` speaks to it, and so does `Client.connect()`. It ends with the process. */
export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'guides-'))
  for (const name of ['srv', 'var/log']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'var/log/app.log'), 'started\n')
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const server = await TestServer.start({ objects })
  const front = createServer((request, response) => answer(server, request, response))
  front.on('upgrade', pods(folder))
  await new Promise((resolve) => front.listen(0, '127.0.0.1', resolve))
  front.unref()
  front.on('connection', (socket) => socket.unref())
  const kubeconfig = join(folder, 'config')
  writeFileSync(kubeconfig, kubeconfigFor(`http://127.0.0.1:${front.address().port}`))
  process.env.KUBECONFIG = kubeconfig
  const { Client } = await import('@apimachinery/client')
  return { server, folder, client: await Client.connect() }
}

function kubeconfigFor(url) {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: url } }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'c',
  })
}

async function answer(server, request, response) {
  if (/\/log(\?|$)/.test(request.url)) return response.end('started\nready\n')
  const { method, headers } = request
  const body = ['GET', 'HEAD'].includes(method) ? undefined : Readable.toWeb(request)
  const fields = Object.entries(headers).filter(
    ([name]) => !['host', 'connection', 'content-length', 'accept-encoding'].includes(name),
  )
  const asked = new Request(`https://localhost${request.url}`, { method, headers: fields, body, duplex: 'half' })
  const found = await server.fetch(asked)
  response.writeHead(found.status, Object.fromEntries(found.headers))
  if (found.body === null) return response.end()
  Readable.fromWeb(found.body)
    .on('error', () => response.destroy())
    .pipe(response)
}

/** Runs what is asked for, `/srv` and `/var/log` being folders of its own. */
function pods(folder) {
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered][0] })
  return (request, connection, head) => {
    sockets.handleUpgrade(request, connection, head, (socket) => {
      const [name, ...args] = new URL(request.url, 'http://localhost').searchParams
        .getAll('command')
        .map((word) => word.replace(/^\/(srv|var\/log)/, join(folder, '$1')))
      const send = (channel, data) => socket.send(Buffer.concat([Buffer.from([channel]), Buffer.from(data)]))
      const child = spawn(name, args)
      child.stdout.on('data', (data) => send(stdout, data))
      child.stderr.on('data', (data) => send(stderr, data))
      child.on('close', (code) => {
        const causes = [{ reason: 'ExitCode', message: String(code) }]
        const failed = { status: 'Failure', reason: 'NonZeroExitCode', details: { causes } }
        send(status, JSON.stringify(code === 0 ? { status: 'Success' } : failed))
        socket.close(1000)
      })
      socket.on('message', (data) => {
        if (data[0] === stdin) child.stdin.write(data.subarray(1))
        if (data[0] === closing) child.stdin.end()
      })
    })
  }
}
