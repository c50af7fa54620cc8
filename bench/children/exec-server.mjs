// Pods in which `echo` and `cat` can be run, over web sockets, in a separate process. It reports its port.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'
import { loadServerEntry } from '../harness/server-modules.mjs'

const { ensureCertificates } = await loadServerEntry('./serving')
const folder = mkdtempSync(join(tmpdir(), 'bench-exec-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const { serving } = await ensureCertificates(folder, ['localhost', '127.0.0.1'], new Date())
const [stdin, stdout, status, closing] = [0, 1, 3, 255]
const success = JSON.stringify({ metadata: {}, status: 'Success' })

function message(channel, data) {
  return Buffer.concat([Buffer.from([channel]), Buffer.from(data)])
}

function end(socket) {
  socket.send(message(status, success))
  socket.close(1000)
}

const sockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: false,
  handleProtocols: () => 'v5.channel.k8s.io',
})
const server = createServer({ cert: serving.certificate, key: serving.key }, (_, response) =>
  response.writeHead(404).end(),
)
server.on('upgrade', (request, connection, head) => {
  sockets.handleUpgrade(request, connection, head, (socket) => {
    const command = new URL(request.url, 'https://localhost').searchParams.getAll('command')
    if (command[0] === 'echo') {
      socket.send(message(stdout, `${command.slice(1).join(' ')}\n`))
      end(socket)
      return
    }
    socket.on('message', (data) => {
      if (data[0] === stdin) socket.send(message(stdout, data.subarray(1)))
      if (data[0] === closing) end(socket)
    })
  })
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
