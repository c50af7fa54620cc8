import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { alwaysAllow } from '../../src/authorization/always.js'
import { GenericAPIServer } from '../../src/server/generic-api-server.js'
import { silentLogger } from '../../src/server/logger.js'

interface Setup {
  readonly shutdownSendRetryAfter: boolean
}

/** A server on a port, whose phases are kept in order, and a request that stays until it is released. */
async function serving({ shutdownSendRetryAfter }: Setup) {
  const order: string[] = []
  let afterDelay = (): void => {}
  const delayed = new Promise<void>((resolve) => {
    afterDelay = resolve
  })
  const info = ({ name }: { name?: string }, message: string): void => {
    if (!message.includes('shutdown event')) return
    order.push(name ?? '')
    if (name === 'AfterShutdownDelayDuration') afterDelay()
  }
  const server = new GenericAPIServer({
    authorizer: alwaysAllow,
    serving: { shutdownSendRetryAfter, shutdownDelay: 50 },
    logger: { ...silentLogger, info: info as never },
    audit: {
      policy: { configFor: () => ({ level: 'None', omitStages: new Set(), omitManagedFields: false }) } as never,
      newBackend: () => ({ processEvents: async () => true, shutdown: async () => void order.push('audit') }) as never,
    },
    writeError: (_request, response) => {
      response.writeHead(500)
      response.end()
    },
  })
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let entered = (): void => {}
  const began = new Promise<void>((resolve) => {
    entered = resolve
  })
  server.router.handle('/slow', async (_request, response) => {
    entered()
    await held
    response.writeHead(200)
    response.end(Buffer.from('done'))
  })
  server.router.handle('/echo', async (_request, response) => {
    response.writeHead(200)
    response.end()
  })
  return { server, order, delayed, release, began }
}

function statusOf(port: number, path: string): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end()
  })
}

// Facts of TestGracefulTerminationWithKeepListening… and TestPreShutdownHooks of k8s.io/apiserver/pkg/server.
describe.each([{ shutdownSendRetryAfter: false }, { shutdownSendRetryAfter: true }])(
  'a server that stops, %j',
  (setup) => {
    it('passes the phases in order, and serves until the delay and the hooks are over', async () => {
      const { server, order, delayed, release, began } = await serving(setup)
      let port = 0
      const seen: (number | string)[] = []
      server.hooks.addPreShutdown('test-backend', async () => {
        await delayed
        for (let attempt = 0; attempt < 3; attempt++) seen.push(await statusOf(port, '/echo'))
      })
      server.start()
      port = (await server.listen({ host: '127.0.0.1', port: 0 })).port
      expect(await statusOf(port, '/readyz')).toBe(200)
      const slow = statusOf(port, '/slow')
      await began
      const stopped = server.stop()
      expect(await statusOf(port, '/readyz')).toBe(500)
      expect(await statusOf(port, '/livez')).toBe(200)
      expect(await statusOf(port, '/echo')).toBe(200)
      const later = setup.shutdownSendRetryAfter ? 429 : 'ECONNREFUSED'
      await expect.poll(() => statusOf(port, '/echo'), { timeout: 10_000 }).toBe(later)
      release()
      expect(await slow).toBe(200)
      await stopped
      expect(await statusOf(port, '/echo')).toBe('ECONNREFUSED')
      expect(seen).toEqual([200, 200, 200])
      const begun = [
        'ShutdownInitiated',
        'AfterShutdownDelayDuration',
        'PreShutdownHooksStopped',
        'NotAcceptingNewRequest',
      ]
      const ended = ['HTTPServerStoppedListening', 'InFlightRequestsDrained']
      expect(order).toEqual([...begun, ...(setup.shutdownSendRetryAfter ? ended.reverse() : ended), 'audit'])
    })
  },
)
