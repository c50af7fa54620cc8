import type { Logger } from './logger.js'

/** The phases of a graceful end, by upstream's names. Source: `lifecycleSignals` of k8s.io/apiserver/pkg/server. */
export type ShutdownPhase =
  | 'ShutdownInitiated'
  | 'AfterShutdownDelayDuration'
  | 'PreShutdownHooksStopped'
  | 'NotAcceptingNewRequest'
  | 'HTTPServerStoppedListening'
  | 'InFlightRequestsDrained'

/** Writes each phase to the log, as kube-apiserver does. */
export function phaseLog(logger: Logger): (phase: ShutdownPhase) => void {
  return (name) => logger.info({ name }, '[graceful-termination] shutdown event')
}
