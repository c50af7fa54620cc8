import type { JSONSchemaProps } from 'apimachinery/openapi'
import { clock, clockSpec, runSpec, stepSpec } from './clock-schemas.js'
import * as clusters from './cluster-schemas.js'
import * as faults from './fault-schemas.js'
import * as requests from './request-schemas.js'
import { anyObject, integer, objectSchema, text } from './schema.js'
import { addedUser, user, userList } from './user-schemas.js'

/** The `Status` of an error. */
export const status = objectSchema(
  {
    kind: text('Status'),
    apiVersion: text('v1'),
    metadata: anyObject('Empty.'),
    status: text('Failure'),
    message: text('What is wrong, for people.'),
    reason: text('What is wrong, for programs.'),
    details: anyObject('Name, and the causes with their fields.'),
    code: integer('Status of HTTP.'),
  },
  ['kind', 'apiVersion', 'status', 'code'],
)

/** What the server says of itself. */
export const serverInfo = objectSchema(
  {
    version: text('Version of this server.'),
    kubernetesVersion: text('Release of Kubernetes that clusters answer as.'),
    clusters: integer('How many clusters there are.'),
  },
  ['version', 'kubernetesVersion', 'clusters'],
)

/** The shapes of the API by their names in its document. */
export const components: Readonly<Record<string, JSONSchemaProps>> = {
  Status: status,
  ServerInfo: serverInfo,
  ClusterSpec: clusters.clusterSpec,
  Cluster: clusters.cluster,
  ClusterList: clusters.clusterList,
  Origin: clusters.origin,
  AdmissionPlugins: clusters.admissionPlugins,
  SnapshotSpec: clusters.snapshotSpec,
  Snapshot: clusters.snapshot,
  SnapshotList: clusters.snapshotList,
  RestoreSpec: clusters.restoreSpec,
  IdleSpec: clusters.idleSpec,
  Idle: clusters.idleAnswer,
  ClockSpec: clockSpec,
  Clock: clock,
  StepSpec: stepSpec,
  RunSpec: runSpec,
  Fault: faults.fault,
  AddedFault: faults.addedFault,
  FaultList: faults.faultList,
  CutSpec: faults.cutSpec,
  Cut: faults.cutAnswer,
  WatchCount: faults.watchCount,
  LoggedRequest: requests.loggedRequest,
  RequestList: requests.requestList,
  RequestCount: requests.requestCount,
  User: user,
  AddedUser: addedUser,
  UserList: userList,
}
