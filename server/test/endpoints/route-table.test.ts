import { describe, expect, test } from 'vitest'
import { generalFormats } from '../../src/endpoints/general-formats.js'
import { OutputFormats } from '../../src/endpoints/output-format.js'
import type { Route } from '../../src/endpoints/route.js'
import { RouteTable } from '../../src/endpoints/route-table.js'
import { handleInProcess } from '../../src/serving/in-process.js'
import { identified } from '../request/identified.js'

describe('of several routes', () => {
  const called: string[] = []
  const route = (name: string, more: Partial<Route> = {}): Route =>
    ({
      method: 'GET',
      verb: 'GET',
      place: 'item',
      produces: ['*/*'],
      scope: { namespaced: false, warnings: [], removedRelease: '' },
      async handle({ response }: Parameters<Route['handle']>[0]) {
        called.push(name)
        response.writeHead(204)
        response.end()
      },
      ...more,
    }) as Route

  test.each([
    ['GET', '/api/v1/things/a', 204, ['first']],
    ['PUT', '/api/v1/things/a', 204, ['put']],
    ['GET', '/api/v1/things', 204, ['list']],
    ['GET', '/api/v1/watch/things', 204, ['watch']],
    ['GET', '/api/v1/watch/things/a', 404, []],
    ['PATCH', '/api/v1/things/a', 405, []],
    ['GET', '/api/v1/nothings', 404, []],
  ])('%s %s is answered %i by %j: the first of its method and place', async (...[method, path, status, by]) => {
    called.length = 0
    const table = new RouteTable()
    const routes = [
      route('first'),
      route('second'),
      route('put', { method: 'PUT', verb: 'PUT' }),
      route('list', { place: 'collection', verb: 'LIST' }),
      route('watch', { place: 'collection', verb: 'WATCHLIST' }),
    ]
    table.add('nothings', { namespaced: false, routes: () => [] })
    table.add('things', { namespaced: false, routes: () => routes })
    const formats = new OutputFormats(generalFormats({ name: 'none', classFor: () => undefined }))
    const handler = identified((request, response) => table.handle({ request, response }, formats))
    const answer = await handleInProcess(handler, { method, path, headers: {} })
    expect([answer.status, called]).toEqual([status, by])
  })
})
