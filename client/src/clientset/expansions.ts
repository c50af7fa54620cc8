import type { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import type { CertificateSigningRequest as CertificateSigningRequestV1beta1 } from 'apimachinery/api/certificates/v1beta1'
import { Binding, type Namespace, type Node, type Pod, type Service } from 'apimachinery/api/core/v1'
import type { Deployment, DeploymentRollback } from 'apimachinery/api/extensions/v1beta1'
import { setStatusCondition } from 'apimachinery/meta'
import type { Status } from 'apimachinery/meta/v1'
import { PatchType } from 'apimachinery/patch'
import type { ObjectInit } from 'apimachinery/runtime'
import type { CallOptions, CreateCallOptions, UpdateCallOptions } from '../rest/call-options.js'
import type { Request } from '../rest/request.js'
import { ResourceClient } from '../rest/resource-client.js'
import type { CommandSession } from '../streams/command-session.js'
import { type CommandOptions, type LogOptions, PodStreams } from '../streams/pod-streams.js'

export { EventExpansion, EventNamespaceExpansion, type InvolvedObject } from './event-expansion.js'

/** The target of a request through the server's proxy. */
export interface ProxyTarget {
  readonly scheme?: 'http' | 'https' | undefined
  readonly port?: number | string | undefined
}

/** Operations of pod clients beyond the verbs. */
export class PodExpansion<T extends Pod> extends ResourceClient<T> {
  /** Lines of a container's log. */
  logs(name: string, options?: LogOptions): AsyncGenerator<string, undefined> {
    return this.streams(name).logs(options)
  }

  /** Runs a command in a container. */
  exec(name: string, command: readonly string[], options?: CommandOptions): Promise<CommandSession> {
    return this.streams(name).exec(command, options)
  }

  /** Attaches to the process of a container. */
  attach(name: string, options?: CommandOptions): Promise<CommandSession> {
    return this.streams(name).attach(options)
  }

  /** Evicts a pod, where its disruption budgets allow it. */
  evict(name: string, options?: { readonly deleteOptions?: object | undefined } & CallOptions): Promise<void> {
    return this.streams(name).evict(options)
  }

  /** Binds a pod to a node. */
  async bind(name: string, target: Binding['target'], options?: CreateCallOptions): Promise<void> {
    const { inNamespace } = this
    const metadata = { name, ...(inNamespace !== undefined && { namespace: inNamespace }) }
    await this.subresource('binding', Binding).create(name, new Binding({ metadata, target }), options)
  }

  /** A request to a pod through the server's proxy. */
  proxy(name: string, path: string, target: ProxyTarget = {}): Request {
    return proxyRequest(this, name, { path, target })
  }

  /** All that streams to and from a pod. */
  streams(name: string): PodStreams {
    return new PodStreams(this.rest, { namespace: this.inNamespace ?? '', name })
  }
}

/** Operations of service clients beyond the verbs. */
export class ServiceExpansion<T extends Service> extends ResourceClient<T> {
  /** A request to a service through the server's proxy. */
  proxy(name: string, path: string, target: ProxyTarget = {}): Request {
    return proxyRequest(this, name, { path, target })
  }
}

/** Operations of node clients beyond the verbs. */
export class NodeExpansion<T extends Node> extends ResourceClient<T> {
  /** Patches the status of a node by a strategic merge patch. */
  patchStatus(name: string, body: object | string | Uint8Array): Promise<T> {
    return this.status().patch(name, { type: PatchType.StrategicMerge, body })
  }

  /** A request to a node through the server's proxy. */
  proxy(name: string, path: string, target: ProxyTarget = {}): Request {
    return proxyRequest(this, name, { path, target })
  }
}

/** Operations of namespace clients beyond the verbs. */
export class NamespaceExpansion<T extends Namespace> extends ResourceClient<T> {
  /** Replaces the finalizers of a namespace that is being deleted. */
  finalize(namespace: T | ObjectInit<T>, options?: UpdateCallOptions): Promise<T> {
    return this.subresource('finalize').update(namespace, options)
  }
}

/** Why a certificate signing request is approved or denied. */
export interface ApprovalReason {
  readonly reason?: string | undefined
  readonly message?: string | undefined
}

/** Operations of clients for certificate signing requests beyond the verbs. */
export class CertificateSigningRequestExpansion<T extends CertificateSigningRequest> extends ResourceClient<T> {
  /** Approves a request. */
  approve(name: string, reason: ApprovalReason = {}, options: UpdateCallOptions = {}): Promise<T> {
    return this.#decide(name, { type: 'Approved', reason: 'KubectlApprove', ...reason }, options)
  }

  /** Denies a request. */
  deny(name: string, reason: ApprovalReason = {}, options: UpdateCallOptions = {}): Promise<T> {
    return this.#decide(name, { type: 'Denied', reason: 'KubectlDeny', ...reason }, options)
  }

  async #decide(
    name: string,
    { type, reason = '', message = '' }: ApprovalReason & { readonly type: string },
    options: UpdateCallOptions,
  ): Promise<T> {
    const request = await this.get(name, { signal: options.signal })
    const status = request.status ?? {}
    const conditions = (status.conditions ?? []) as Parameters<typeof setStatusCondition>[0]
    setStatusCondition(conditions, { type, status: 'True', reason, message })
    request.status = { ...status, conditions }
    return this.subresource('approval').update(request, options)
  }
}

/** Operations of clients for certificate signing requests of `v1beta1` beyond the verbs. */
export class CertificateSigningRequestV1beta1Expansion<
  T extends CertificateSigningRequestV1beta1,
> extends ResourceClient<T> {
  /** Replaces the approval of a request. */
  updateApproval(request: T | ObjectInit<T>, options?: UpdateCallOptions): Promise<T> {
    return this.subresource('approval').update(request, options)
  }
}

/** Operations of clients for deployments of `extensions/v1beta1` beyond the verbs. */
export class DeploymentRollbackExpansion<T extends Deployment> extends ResourceClient<T> {
  /** Rolls a deployment back, where a server still does so. */
  async rollback(rollback: DeploymentRollback, options?: CreateCallOptions): Promise<Status> {
    const { DeploymentRollback: type } = await import('apimachinery/api/extensions/v1beta1')
    const done: unknown = await this.subresource('rollback', type).create(rollback.name, rollback, options)
    return done as Status
  }
}

function proxyRequest<T extends Pod | Service | Node>(
  { rest, kind, inNamespace }: ResourceClient<T>,
  name: string,
  { path, target: { scheme, port } }: { readonly path: string; readonly target: ProxyTarget },
): Request {
  const whole = `${scheme === undefined ? '' : `${scheme}:`}${name}${port === undefined ? '' : `:${port}`}`
  const request = rest.get().groupVersion(kind).resource(kind.resource).name(whole).subResource('proxy')
  if (inNamespace !== undefined) request.namespace(inNamespace)
  return (path === '' ? request : request.suffix(path)).setHeader('accept', '*/*')
}
