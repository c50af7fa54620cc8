import type { RequestMatch } from '../../testing/request-match.js'
import { type Operation, operation } from '../route.js'
import { matchParameters, requestCount, requestList } from '../schemas/request-schemas.js'
import { integer } from '../schemas/schema.js'

const path = '/clusters/{cluster}/requests'

/** Operations on the log of requests. */
export const requestRoutes: readonly Operation[] = [
  operation({
    id: 'listRequests',
    method: 'GET',
    path,
    summary: 'Lists requests, oldest first.',
    query: {
      ...matchParameters,
      after: { schema: integer('Number.'), description: 'Those with a larger number.' },
      limit: { schema: integer('Number.'), description: 'How many at most.' },
    },
    answer: requestList,
    errors: [404],
    run: async ({ clusters, params, query }) => {
      const { requests } = clusters.get(params.cluster!).server
      const { after = 0, limit, ...match } = query
      const found = requests.list(match as RequestMatch).filter(({ number }) => number > Number(after))
      return { items: limit === undefined ? found : found.slice(0, Number(limit)), last: requests.last }
    },
  }),
  operation({
    id: 'countRequests',
    method: 'GET',
    path: `${path}/count`,
    summary: 'Counts requests.',
    query: matchParameters,
    answer: requestCount,
    errors: [404],
    run: async ({ clusters, params, query }) => ({
      count: clusters.get(params.cluster!).server.requests.count(query as RequestMatch),
    }),
  }),
  operation({
    id: 'clearRequests',
    method: 'DELETE',
    path,
    summary: 'Empties the log.',
    errors: [404],
    run: async ({ clusters, params }) => clusters.get(params.cluster!).server.requests.clear(),
  }),
]
