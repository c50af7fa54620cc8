export type { ControllerName, ControllerSelector } from '../cluster/cluster-controllers.js'
export { readNodesConfiguration } from '../nodes/configuration/read-configuration.js'
export type { PodOutcome } from '../nodes/default-stages/pod-stages.js'
export type { LocalAccess } from '../nodes/pod-rules/local-access.js'
export type { NodesOptions } from '../nodes/simulate-nodes.js'
export { type AddedFault, type Fault, type FaultAction, Faults } from './faults.js'
export {
  type Fixture,
  type TestContext,
  type TestHooks,
  testServer,
  testServerFixtures,
  testServerHooks,
} from './fixtures.js'
export type { ObjectSource } from './manifests.js'
export { type LoggedRequest, RequestLog } from './request-log.js'
export { matchesRequest, type RequestMatch } from './request-match.js'
export type { SocketAddress } from './socket-port.js'
export { TestServer, type TestServerOptions, type TestServerSnapshot } from './test-server.js'
export type { TestUser } from './test-users.js'
export type { WebhookSource } from './test-webhooks.js'
