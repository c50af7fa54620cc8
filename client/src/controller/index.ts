export {
  AlreadyOwnedError,
  addFinalizer,
  containsFinalizer,
  findStatusCondition,
  getControllerOf,
  isControlledBy,
  isStatusConditionTrue,
  removeFinalizer,
  removeStatusCondition,
  setControllerReference,
  setOwnerReference,
  setStatusCondition,
} from 'apimachinery/meta'
export { type Access, accessTo, policyRules } from './access-rules.js'
export { type ApplyOwnedOptions, applyOwned } from './apply-owned.js'
export { ChannelSource, type ChannelSourceOptions } from './channel-source.js'
export { Cluster, type ClusterOptions } from './cluster.js'
export {
  Controller,
  type ControllerObserver,
  type ControllerOptions,
  type ControllerParts,
  type ReconcileFailure,
  type ReconcileRun,
  type Reconciler,
} from './controller.js'
export {
  type BuilderOptions,
  type ControllerAddition,
  ControllerBuilder,
  type ControllerHost,
  type MapFunction,
  type Mapped,
  type ObjectName,
  type ReconcileFunction,
  type WatchOptions,
} from './controller-builder.js'
export type { ControllerEvent, Predicate } from './controller-event.js'
export { type CreateOrPatchResult, createOrPatch } from './create-or-patch.js'
export { type CreateOrUpdateResult, createOrUpdate } from './create-or-update.js'
export type { ErrorPlace } from './error-place.js'
export { type Enqueue, type EventSource, lowPriority } from './event-source.js'
export { type FinalizeFunction, Finalizers } from './finalizers.js'
export { type HealthCheck, HealthChecks } from './health-checks.js'
export type { ListenOptions } from './http-endpoint.js'
export { InformerSource, type InformerSourceParts, type KeysOfEvent } from './informer-source.js'
export { Manager, type ManagerElection, type ManagerOptions, type Runnable } from './manager.js'
export { type NotSettledCause, NotSettledError } from './not-settled-error.js'
export { type OwnerOptions, ownerKeys } from './owner-keys.js'
export { isPermanentError } from './permanent-error.js'
export {
  and,
  annotationsChanged,
  generationChanged,
  labelsChanged,
  matchesLabels,
  matchesObject,
  not,
  or,
  resourceVersionChanged,
} from './predicates.js'
export { type RBACManifestInit, rbacManifest } from './rbac-manifest.js'
export type { ReconcileContext, ReconcileObjectContext } from './reconcile-context.js'
export { type KeyFailure, ReconcileFailures } from './reconcile-failures.js'
export { keyText, type ReconcileKey, type ReconcileResult, reconcileKey } from './reconcile-request.js'
export type { SettledOptions } from './settled.js'
export { isTerminalError, TerminalError } from './terminal-error.js'
export { TimerSource, type TimerSourceOptions } from './timer-source.js'
export { WebhookRegistry } from './webhook-registry.js'
export { WebhookServer, type WebhookServerOptions } from './webhook-server.js'
