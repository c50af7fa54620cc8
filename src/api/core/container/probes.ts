import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isHTTPHeaderName } from '../../../validation/format-rules.js'
import { isValidPortName, isValidPortNum, validateNonnegativeField } from '../../../validation/number-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import type { ContainerCheck } from '../pod/pod-check.js'
import type {
  Container,
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  PodSpec,
  Probe,
  SleepAction,
} from '../v1/types.gen.js'
import { linuxSignals, windowsSignals } from './stop-signals.js'

/** Everything that a probe or a lifecycle hook can do. */
type Handler = Pick<Probe, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'> & Pick<LifecycleHandler, 'sleep'>

/** Checks the three probes of a container. */
export function validateProbes(container: Container, path: FieldPath, check: ContainerCheck): void {
  const { livenessProbe, readinessProbe, startupProbe } = container
  if (isSet(livenessProbe)) {
    validateProbe(livenessProbe, path.child('livenessProbe'), check)
    validateSuccessThreshold(livenessProbe, path.child('livenessProbe'), check)
  }
  if (isSet(readinessProbe)) {
    validateProbe(readinessProbe, path.child('readinessProbe'), check)
    const seconds = readinessProbe.terminationGracePeriodSeconds
    if (isSet(seconds)) {
      const at = path.child('readinessProbe', 'terminationGracePeriodSeconds')
      check.errors.push(invalid(at, seconds, 'must not be set for readinessProbes'))
    }
  }
  if (isSet(startupProbe)) {
    validateProbe(startupProbe, path.child('startupProbe'), check)
    validateSuccessThreshold(startupProbe, path.child('startupProbe'), check)
  }
}

function validateSuccessThreshold(probe: Probe, path: FieldPath, { errors }: ContainerCheck): void {
  const threshold = probe.successThreshold ?? 0
  if (threshold !== 1) errors.push(invalid(path.child('successThreshold'), threshold, 'must be 1'))
}

const nonnegative = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const

function validateProbe(probe: Probe, path: FieldPath, check: ContainerCheck): void {
  const { exec, httpGet, tcpSocket, grpc } = probe
  validateHandler({ exec, httpGet, tcpSocket, grpc, sleep: undefined }, path, check)
  for (const name of nonnegative) {
    const value = probe[name] ?? 0
    if (value < 0) appendAll(check.errors, validateNonnegativeField(value, path.child(name)))
  }
  const seconds = probe.terminationGracePeriodSeconds
  if (isSet(seconds) && seconds <= 0) {
    check.errors.push(invalid(path.child('terminationGracePeriodSeconds'), seconds, 'must be greater than 0'))
  }
}

/** Checks what runs after a container starts and before it stops, and the signal that stops it. */
export function validateLifecycle(lifecycle: Lifecycle, path: FieldPath, check: ContainerCheck): void {
  const { postStart, preStop, stopSignal } = lifecycle
  if (isSet(postStart)) validateHandler(hookOf(postStart), path.child('postStart'), check)
  if (isSet(preStop)) validateHandler(hookOf(preStop), path.child('preStop'), check)
  if (isSet(stopSignal)) appendAll(check.errors, validateStopSignal(stopSignal, path.child('stopSignal'), check.spec))
}

function hookOf({ exec, httpGet, tcpSocket, sleep }: LifecycleHandler): Handler {
  return { exec, httpGet, tcpSocket, grpc: undefined, sleep }
}

function validateStopSignal(signal: string, path: FieldPath, { os }: PodSpec): FieldError[] {
  if (!isSet(os)) return [forbidden(path, 'may not be set for containers with empty `spec.os.name`')]
  const supported = os.name === 'windows' ? windowsSignals : os.name === 'linux' ? linuxSignals : undefined
  if (supported === undefined || supported.includes(signal)) return []
  return [notSupportedNamed(path, signal, supported)]
}

/** The actions of a probe or hook, in the order in which several are reported. */
const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const

function validateHandler(handler: Handler, path: FieldPath, check: ContainerCheck): void {
  let found = 0
  for (const name of handlers) {
    if (!isSet(handler[name])) continue
    const at = path.child(name)
    if (found > 0) check.errors.push(forbidden(at, 'may not specify more than 1 handler type'))
    else appendAll(check.errors, handlerErrors(name, handler, { at, spec: check.spec }))
    found++
  }
  if (found === 0) check.errors.push(required(path, 'must specify a handler type'))
}

function handlerErrors(
  name: (typeof handlers)[number],
  handler: Handler,
  { at, spec }: { readonly at: FieldPath; readonly spec: PodSpec },
): readonly FieldError[] {
  switch (name) {
    case 'exec':
      return (handler.exec?.command ?? []).length === 0 ? [required(at.child('command'), '')] : []
    case 'httpGet':
      return validateHTTPGet(handler.httpGet ?? ({} as HTTPGetAction), at)
    case 'tcpSocket':
      return validatePortNumOrName(handler.tcpSocket?.port, at.child('port'))
    case 'grpc':
      return validatePortNumOrName(handler.grpc?.port, at.child('port'))
    case 'sleep':
      return validateSleep(handler.sleep ?? { seconds: 0 }, at, spec)
  }
}

const schemes = ['HTTP', 'HTTPS']

function validateHTTPGet(action: HTTPGetAction, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if ((action.path ?? '') === '') errors.push(required(path.child('path'), ''))
  appendAll(errors, validatePortNumOrName(action.port, path.child('port')))
  const scheme = action.scheme ?? ''
  if (!schemes.includes(scheme)) errors.push(notSupportedNamed(path.child('scheme'), scheme, schemes))
  for (const { name } of structsOf(action.httpHeaders)) {
    for (const problem of isHTTPHeaderName(name ?? '')) {
      errors.push(invalid(path.child('httpHeaders'), name ?? '', problem))
    }
  }
  return errors
}

/** Checks a port given by number or name. */
export function validatePortNumOrName(port: number | string | null | undefined, path: FieldPath): FieldError[] {
  const given = port ?? 0
  const problems = typeof given === 'string' ? isValidPortName(given) : isValidPortNum(given)
  return problems.length === 0 ? [] : problems.map((problem) => invalid(path, given, problem))
}

/** Without a grace period that fault is reported elsewhere. */
function validateSleep(sleep: SleepAction, path: FieldPath, spec: PodSpec): FieldError[] {
  const gracePeriod = spec.terminationGracePeriodSeconds
  const seconds = sleep.seconds ?? 0
  if (!isSet(gracePeriod) || (seconds >= 0 && seconds <= gracePeriod)) return []
  return [invalid(path, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`)]
}
