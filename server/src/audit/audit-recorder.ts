import type { PassiveClock } from 'apimachinery/wait'
import type { AuthorizationAttributes } from '../authorization/authorizer.js'
import type { AuditContext, RequestUser } from '../request/context.js'
import { headerValues } from '../request/header-values.js'
import type { ServerRequest } from '../request/http.js'
import type { AuditBackend } from './audit-backend.js'
import {
  type AuditEvent,
  type AuditObjectReference,
  type AuditStage,
  type AuditStatus,
  levelAtLeast,
} from './audit-event.js'
import type { AuditMetrics } from './audit-metrics.js'
import type { RequestAuditConfig } from './audit-policy.js'
import { encodeEvent } from './encode-event.js'
import { sourceIPs } from './source-ips.js'
import { withoutManagedFields } from './without-managed-fields.js'

const longestUserAgent = 1024

/** Writes an object of a request or response as JSON, in the order of Go. */
export type ObjectEncoder = (object: unknown) => string

/** The parts of a server that a recorder uses. */
export interface RecorderOptions {
  readonly backend: AuditBackend
  readonly metrics: AuditMetrics
  readonly encode: ObjectEncoder
  readonly clock: PassiveClock
}

/** Collects what is audited of one request. Source: `AuditContext` of k8s.io/apiserver/pkg/audit. */
export class AuditRecorder implements AuditContext {
  readonly id: string
  readonly #options: RecorderOptions
  readonly #annotations: Record<string, string> = Object.create(null)
  #config: RequestAuditConfig | undefined
  #facts:
    | Pick<AuditEvent, 'requestURI' | 'verb' | 'user' | 'sourceIPs' | 'userAgent' | 'requestReceivedTimestamp'>
    | undefined
  #reference: AuditObjectReference | undefined
  #impersonated: RequestUser | undefined
  #constraint: string | undefined
  #status: AuditStatus | undefined
  #requestObject: string | undefined
  #responseObject: string | undefined

  constructor(id: string, options: RecorderOptions) {
    this.id = id
    this.#options = options
  }

  /** Sets what is recorded of the request; nothing is written before. */
  begin(config: RequestAuditConfig, request: ServerRequest, attributes: AuthorizationAttributes): void {
    this.#config = config
    if (config.level === 'None') return
    const [agent = ''] = headerValues(request, 'user-agent')
    this.#facts = {
      requestURI: request.url,
      verb: attributes.verb,
      user: attributes.user,
      sourceIPs: sourceIPs(request),
      userAgent: agent.length > longestUserAgent ? `${agent.slice(0, longestUserAgent)}...TRUNCATED` : agent,
      requestReceivedTimestamp: request.receivedAt,
    }
    const { isResourceRequest, namespace, name, resource, subresource, apiGroup, apiVersion } = attributes
    if (isResourceRequest) this.#reference = { namespace, name, resource, subresource, apiGroup, apiVersion }
  }

  /** Nothing is kept of the request. */
  get isOff(): boolean {
    return this.#config?.level === 'None'
  }

  get hasStatus(): boolean {
    return this.#status !== undefined
  }

  annotate(key: string, value: string): void {
    if (this.isOff || key in this.#annotations) return
    this.#annotations[key] = value
  }

  impersonated(user: RequestUser, constraint: string): void {
    this.#impersonated = user
    if (constraint !== '') this.#constraint = constraint
  }

  requestObject(body: () => unknown): void {
    if (this.#config === undefined || this.isOff) return
    const object = body()
    this.#reference ??= {}
    fillReference(this.#reference, object)
    if (this.#includes('Request')) this.#requestObject = this.#encoded(object)
  }

  requestPatch(bytes: Uint8Array): void {
    if (this.#config === undefined || !this.#includes('Request')) return
    const text = Buffer.from(bytes).toString('utf8')
    this.#requestObject = isJSON(text) ? text.trim() : JSON.stringify(text)
  }

  responseObject(body: () => unknown, isStatus = false): void {
    if (this.#config === undefined || this.isOff) return
    const all = this.#includes('RequestResponse')
    if (!isStatus && !all) return
    const object = body()
    if (isStatus) {
      const { status, message, reason, details, code } = object as AuditStatus
      this.#status = { status, message, reason, details, code }
    }
    if (all) this.#responseObject = this.#encoded(object)
  }

  /** The code of the response's head. */
  responseCode(code: number): void {
    this.#status = { ...this.#status, code }
  }

  responseStatus(status: AuditStatus): void {
    this.#status = status
  }

  /** Writes the event of a stage. False where it must be kept and was not. */
  process(stage: AuditStage): boolean | Promise<boolean> {
    const { backend, metrics, clock } = this.#options
    const facts = this.#facts
    const config = this.#config
    if (facts === undefined || config === undefined || config.omitStages.has(stage)) return true
    const event: AuditEvent = {
      ...facts,
      level: config.level,
      auditID: this.id,
      stage,
      impersonatedUser: this.#impersonated,
      impersonationConstraint: this.#constraint,
      objectRef: this.#reference,
      responseStatus: this.#status,
      requestObject: this.#requestObject,
      responseObject: this.#responseObject,
      stageTimestamp: stage === 'RequestReceived' ? facts.requestReceivedTimestamp : new Date(clock.now()),
      annotations: { ...this.#annotations },
    }
    metrics.events.inc()
    const annotations = { ...event.annotations, 'audit.k8s.io/truncated': 'true' }
    const short = { ...event, requestObject: undefined, responseObject: undefined, annotations }
    const truncated = levelAtLeast(config.level, 'Request') ? () => encodeEvent(short) : undefined
    return backend.processEvents([{ json: encodeEvent(event), truncated }])
  }

  #includes(level: 'Request' | 'RequestResponse'): boolean {
    return this.#config !== undefined && levelAtLeast(this.#config.level, level)
  }

  #encoded(object: unknown): string {
    const text = this.#options.encode(object).trimEnd()
    return this.#config?.omitManagedFields === true ? withoutManagedFields(text) : text
  }
}

/** The body has the name that the path of a creation lacks. */
function fillReference(reference: AuditObjectReference, object: unknown): void {
  const {
    metadata,
  }: {
    metadata?: Partial<Record<'namespace' | 'name' | 'uid' | 'resourceVersion', string>>
  } = object ?? {}
  for (const field of ['namespace', 'name', 'uid', 'resourceVersion'] as const) {
    const value = metadata?.[field]
    if (value && !reference[field]) reference[field] = value
  }
}

function isJSON(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
