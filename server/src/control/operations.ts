import { newestVersion } from '../request/version-info.js'
import { openAPIDocument } from './openapi-document.js'
import { type Operation, operation } from './route.js'
import { clockRoutes } from './routes/clock-routes.js'
import { clusterRoutes } from './routes/cluster-routes.js'
import { faultRoutes } from './routes/fault-routes.js'
import { idleRoutes } from './routes/idle-routes.js'
import { requestRoutes } from './routes/request-routes.js'
import { snapshotRoutes } from './routes/snapshot-routes.js'
import { userRoutes } from './routes/user-routes.js'
import { serverInfo } from './schemas/components.js'
import { anyObject } from './schemas/schema.js'

/** The version of the API. */
const version = 'v1'

const about: readonly Operation[] = [
  operation({
    id: 'getInfo',
    method: 'GET',
    path: '',
    summary: 'Says what this server is.',
    answer: serverInfo,
    run: async ({ clusters }) => ({
      version,
      kubernetesVersion: newestVersion.gitVersion,
      clusters: clusters.list().length,
    }),
  }),
  operation({
    id: 'getDocument',
    method: 'GET',
    path: '/openapi.json',
    summary: 'Reads this document.',
    answer: anyObject('An OpenAPI 3 document.'),
    run: async () => openAPIDocument(operations, version),
  }),
]

/** All operations of the control API. */
export const operations: readonly Operation[] = [
  ...about,
  ...clusterRoutes,
  ...snapshotRoutes,
  ...clockRoutes,
  ...faultRoutes,
  ...requestRoutes,
  ...idleRoutes,
  ...userRoutes,
]
