import type { RequestUser } from '../request/context.js'

/** How much of a request is kept, least first. Source: `Level` of k8s.io/apiserver/pkg/apis/audit. */
export const auditLevels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
export type AuditLevel = (typeof auditLevels)[number]

/** When events are made. */
export const auditStages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const
export type AuditStage = (typeof auditStages)[number]

/** The object of a request. */
export interface AuditObjectReference {
  resource?: string
  namespace?: string
  name?: string
  uid?: string
  apiGroup?: string
  apiVersion?: string
  resourceVersion?: string
  subresource?: string
}

/** How a request ended: fields of `Status`. */
export interface AuditStatus {
  readonly status?: string | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly details?: unknown
  readonly code?: number | undefined
}

/** One event. Objects are JSON text. Source: `Event` of k8s.io/apiserver/pkg/apis/audit/v1. */
export interface AuditEvent {
  readonly level: AuditLevel
  readonly auditID: string
  readonly stage: AuditStage
  readonly requestURI: string
  readonly verb: string
  readonly user: RequestUser
  readonly impersonatedUser?: RequestUser | undefined
  readonly impersonationConstraint?: string | undefined
  readonly sourceIPs: readonly string[]
  readonly userAgent: string
  readonly objectRef?: AuditObjectReference | undefined
  readonly responseStatus?: AuditStatus | undefined
  readonly requestObject?: string | undefined
  readonly responseObject?: string | undefined
  readonly requestReceivedTimestamp: Date
  readonly stageTimestamp: Date
  readonly annotations: Readonly<Record<string, string>>
}

/** Reports whether a level keeps as much as another one. */
export function levelAtLeast(level: AuditLevel, least: AuditLevel): boolean {
  return auditLevels.indexOf(level) >= auditLevels.indexOf(least)
}
