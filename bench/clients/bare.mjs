import { connect } from 'node:http2'
import { WebSocket } from 'ws'

const headers = { authorization: 'Bearer token', accept: 'application/json' }
const stdin = 0
const stdout = 1

/** Bare Node: HTTP/2 and JSON.parse, or a web socket, without a client. A lower bound for clients that read JSON. */
export async function bareClient({ port, execPort }) {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  await new Promise((resolve) => session.once('remoteSettings', resolve))
  session.setLocalWindowSize(2 ** 30)
  const cache = { pods: new Map(), configmaps: new Map() }
  const core = '/api/v1/namespaces'

  async function read(path) {
    const stream = session.request({ ...headers, ':path': path })
    const chunks = []
    for await (const chunk of stream) chunks.push(chunk)
    return JSON.parse(Buffer.concat(chunks).toString())
  }

  function open(command) {
    const query = new URLSearchParams(command.map((word) => ['command', word]))
    const url = `wss://127.0.0.1:${execPort}${core}/default/pods/web/exec?${query}&stdout=true&stderr=true&stdin=true`
    const options = {
      headers: { authorization: headers.authorization },
      rejectUnauthorized: false,
      perMessageDeflate: false,
    }
    return new WebSocket(url, ['v5.channel.k8s.io'], options)
  }

  return {
    get: async (name) => (await read(`${core}/default/configmaps/${name}`)).data.level,
    list: async () => (await read(`${core}/default/pods`)).items.length,
    listMany: async () => (await read(`${core}/many/configmaps`)).items.length,
    watch: (resource, count) =>
      new Promise((resolve, reject) => {
        let seen = 0
        let rest = ''
        const stream = session.request({
          ...headers,
          ':path': `${core}/default/${resource}?watch=true&resourceVersion=0`,
        })
        stream.setEncoding('latin1').on('error', reject)
        stream.on('data', (chunk) => {
          const lines = (rest + chunk).split('\n')
          rest = lines.pop()
          for (const line of lines) {
            const { object } = JSON.parse(line)
            cache[resource].set(object.metadata.name, object)
            if (++seen !== count) continue
            stream.close()
            resolve(seen)
          }
        })
      }),
    exec: (text) =>
      new Promise((resolve, reject) => {
        let written = ''
        const socket = open(['echo', text]).on('error', reject)
        socket.on('message', (data) => {
          if (data[0] === stdout) written += data.subarray(1)
        })
        socket.on('close', () => resolve(written))
      }),
    async echo(message, times) {
      const socket = open(['cat'])
      await new Promise((resolve) => socket.once('open', resolve))
      const framed = Buffer.concat([Buffer.from([stdin]), message])
      await new Promise((resolve) => {
        let left = times
        socket.on('message', (data) => {
          if (data[0] !== stdout || data.length === 1) return
          if (--left === 0) resolve()
          else socket.send(framed)
        })
        socket.send(framed)
      })
      socket.close()
    },
  }
}
