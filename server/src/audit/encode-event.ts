import type { RequestUser } from '../request/context.js'
import type { AuditEvent, AuditObjectReference, AuditStatus } from './audit-event.js'

const unsafe = /[<>&\u2028\u2029]/g
const start = '{"kind":"Event","apiVersion":"audit.k8s.io/v1",'

/** An event as JSON of `audit.k8s.io/v1`, in the order and with the escapes of Go, without a line's end. */
export function encodeEvent(event: AuditEvent): string {
  return start + encodeEventFields(event).slice(1)
}

/** Several events as an `EventList`. */
export function encodeEvents(events: readonly string[]): string {
  const items = events.map((event) => `{${event.slice(start.length)}`)
  return `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[${items.join(',')}]}`
}

function encodeEventFields(event: AuditEvent): string {
  const { impersonatedUser, impersonationConstraint, sourceIPs, userAgent, objectRef, responseStatus } = event
  const head = JSON.stringify({
    level: event.level,
    auditID: event.auditID,
    stage: event.stage,
    requestURI: event.requestURI,
    verb: event.verb,
    user: userFields(event.user),
    impersonatedUser: impersonatedUser === undefined ? undefined : userFields(impersonatedUser),
    authenticationMetadata: impersonationConstraint ? { impersonationConstraint } : undefined,
    sourceIPs: sourceIPs.length === 0 ? undefined : sourceIPs,
    userAgent: userAgent || undefined,
    objectRef: objectRef === undefined ? undefined : referenceFields(objectRef),
    responseStatus: responseStatus === undefined ? undefined : statusFields(responseStatus),
  })
  const tail = JSON.stringify({
    requestReceivedTimestamp: microTime(event.requestReceivedTimestamp),
    stageTimestamp: microTime(event.stageTimestamp),
    annotations: sorted(event.annotations),
  })
  const objects =
    (event.requestObject === undefined ? '' : `,"requestObject":${event.requestObject}`) +
    (event.responseObject === undefined ? '' : `,"responseObject":${event.responseObject}`)
  const text = `${head.slice(0, -1)}${objects},${tail.slice(1)}`
  return text.replace(unsafe, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function userFields({ name, uid, groups, extra }: RequestUser): object {
  return {
    username: name || undefined,
    uid: uid || undefined,
    groups: groups.length === 0 ? undefined : groups,
    extra: sorted(extra),
  }
}

function referenceFields(reference: AuditObjectReference): object {
  const { resource, namespace, name, uid, apiGroup, apiVersion, resourceVersion, subresource } = reference
  return {
    resource: resource || undefined,
    namespace: namespace || undefined,
    name: name || undefined,
    uid: uid || undefined,
    apiGroup: apiGroup || undefined,
    apiVersion: apiVersion || undefined,
    resourceVersion: resourceVersion || undefined,
    subresource: subresource || undefined,
  }
}

function statusFields({ status, message, reason, details, code }: AuditStatus): object {
  return {
    metadata: {},
    status: status || undefined,
    message: message || undefined,
    reason: reason || undefined,
    details,
    code: code || undefined,
  }
}

/** Go writes maps in the order of their keys, and leaves empty ones out. */
function sorted<V>(map: Readonly<Record<string, V>>): Record<string, V> | undefined {
  const keys = Object.keys(map).sort()
  return keys.length === 0 ? undefined : Object.fromEntries(keys.map((key) => [key, map[key] as V]))
}

/** Six digits; the clock supplies three. */
function microTime(time: Date): string {
  return `${time.toISOString().slice(0, -1)}000Z`
}
