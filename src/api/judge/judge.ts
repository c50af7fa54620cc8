import { newConflict, newInvalid } from '../../errors/new-status-error.js'
import type { Status } from '../../errors/status.js'
import { toAPIStatus } from '../../errors/status-object.js'
import { newSimpleNameGenerator } from '../../meta/name-generator.js'
import { ensureMetadata } from '../../meta/object-with-meta.js'
import { type KindClass, type KubernetesObject, kindClassOf } from '../../runtime/objects/typed-object.js'
import type { Scheme } from '../../runtime/scheme/scheme.js'
import { invalid } from '../../validation/field-error.js'
import { fieldPath } from '../../validation/field-path.js'
import { FeatureGates } from '../releases/feature-gates.js'
import { newestRelease, type Release } from '../releases/release.js'
import { beforeCreate } from '../strategies/before-create.js'
import { beforeUpdate } from '../strategies/before-update.js'
import { dedupOwnerReferences } from '../strategies/dedup-owner-references.js'
import {
  allowsUnconditionalUpdate,
  type KindStrategy,
  type StrategyContext,
  type StrategyUser,
  type UpdateHooks,
} from '../strategies/kind-strategy.js'
import { ensureNamespaceOfRequest } from '../strategies/request-namespace.js'
import { strategyFor } from '../strategies/strategies.js'
import { fillSystemMetadata, wipeSystemMetadata } from '../strategies/system-metadata.js'
import { WarningRecorder } from '../strategies/warning-recorder.js'
import { nullEmpties } from './as-stored.js'
import { checkURLName } from './check-url-name.js'
import { decodeRequest } from './decode-request.js'
import { deprecationWarning } from './deprecations.js'
import { heldForm, writtenForm } from './held-form.js'
import { checkUIDPrecondition } from './preconditions.js'

/** Facts about the simulated cluster. */
export interface JudgeOptions {
  /** The served kinds with their defaults and conversions. */
  readonly scheme: Scheme
  /** Default: the newest one. */
  readonly release?: Release
  /** The user of the request. */
  readonly user?: StrategyUser
  /** The labels of a namespace; undefined for one that nothing is known of. */
  readonly namespaceLabels?: (namespace: string) => Readonly<Record<string, string>> | undefined
  /** Whether a feature gate is on. Default: as the release has it. */
  readonly featureEnabled?: (gate: string) => boolean
  readonly now?: () => Date
  /** Makes the uid of a new object. */
  readonly newUID?: () => string
  /** Mutating admission of an object, in place; throws a StatusError to refuse. */
  readonly admit?: (request: AdmittedRequest) => void
  /** Validating admission of an object that the rules of its kind accept; throws a StatusError to refuse. */
  readonly admitValid?: (request: AdmittedRequest) => void
}

/** The request of an admission function. */
export interface AdmittedRequest {
  readonly operation: 'create' | 'update'
  readonly object: KubernetesObject
  readonly old?: KubernetesObject
  readonly subresource?: string
  /** The kind of the request. */
  readonly type: KindClass
}

/** One object that is to be written. */
export interface WriteRequest {
  /** JSON. */
  readonly body: string
  /** The kind that the resource in the URL serves. */
  readonly type: KindClass
  /** The namespace in the URL. */
  readonly namespace?: string | undefined
  /** The subresource in the URL, for updates. */
  readonly subresource?: string | undefined
}

/** The response of a cluster. */
export interface Verdict {
  /** The object as it would be stored, in the version of the request; absent when it is refused. */
  readonly object?: KubernetesObject
  /** The object in the form of its hub version, as hooks see it. */
  readonly stored?: KubernetesObject
  /** Why the object is refused. */
  readonly status?: Status
  /** Texts of the warnings, in order. */
  readonly warnings: readonly string[]
  /** There are no rules for the kind: only its structure was checked. */
  readonly withoutRules?: boolean
}

/** A request on its way. */
interface Judged {
  readonly request: WriteRequest
  readonly strategy: KindStrategy | undefined
  readonly warnings: WarningRecorder
}

/**
 * Validates objects of built-in kinds as a cluster would, without one: returns refusals with their messages, and the stored
 * objects.
 */
export class Judge {
  readonly #options: JudgeOptions
  readonly #release: Release
  readonly #featureEnabled: (gate: string) => boolean
  readonly #names = newSimpleNameGenerator()

  constructor(options: JudgeOptions) {
    this.#options = options
    this.#release = options.release ?? newestRelease
    this.#featureEnabled = options.featureEnabled ?? new FeatureGates({ release: this.#release }).enabled
  }

  /** The response to `POST` of an object. */
  async create(request: WriteRequest): Promise<Verdict> {
    const judged = await this.#begin(request)
    const { strategy, warnings } = judged
    return this.#verdict(judged, () => {
      const object = this.#read(judged)
      wipeSystemMetadata(object)
      this.#namespace(object, request)
      this.#admit({ operation: 'create', object, type: request.type }, warnings)
      if (strategy?.answer !== undefined) {
        strategy.answer(object, this.#context(judged))
        return object
      }
      fillSystemMetadata(object, { now: this.#now(), uid: this.#options.newUID?.() ?? crypto.randomUUID() })
      const metadata = ensureMetadata(object)
      if (metadata.generateName && !metadata.name) {
        const base = metadata.generateName
        metadata.name = strategy?.generateName?.(base) ?? this.#names.generateName(base)
      }
      if (strategy !== undefined) {
        const context = this.#context(judged)
        strategy.allocateOffline?.(object, undefined, context)
        warnings.add(...beforeCreate(strategy, object, context))
      }
      this.#options.admitValid?.({ operation: 'create', object, type: request.type })
      return object
    })
  }

  /**
   * The response to `PUT` of an object, with `old` in storage.
   *
   * @param old - in the hub version: {@link Verdict.stored} of an earlier response.
   */
  async update(request: WriteRequest, old: KubernetesObject): Promise<Verdict> {
    const judged = await this.#begin(request)
    const { strategy, warnings } = judged
    return this.#verdict(judged, () => {
      const object = this.#read(judged)
      this.#namespace(object, request)
      checkURLName(object, ensureMetadata(old).name ?? '')
      warnings.add(dedupOwnerReferences(object, false) ?? '')
      checkUIDPrecondition(object, old, request.type)
      const { subresource, type } = request
      const admitted: AdmittedRequest = {
        operation: 'update',
        object,
        old,
        type,
        ...(subresource !== undefined && { subresource }),
      }
      this.#admit(admitted, warnings)
      const context = this.#context(judged)
      const unconditional = strategy === undefined || allowsUnconditionalUpdate(strategy, context)
      checkResourceVersion(object, old, { type, unconditional })
      if (strategy !== undefined) {
        const update = { strategy, hooks: hooksOf(strategy, subresource), object, old }
        if (subresource === undefined) strategy.allocateOffline?.(object, old, context)
        warnings.add(...beforeUpdate(update, context))
      }
      this.#options.admitValid?.(admitted)
      return object
    })
  }

  /** The response to `GET` of a stored object: the object in the version of a kind. */
  answer(stored: KubernetesObject, type: KindClass): KubernetesObject {
    return writtenForm(this.#options.scheme.convert(stored, type), type)
  }

  async #begin(request: WriteRequest): Promise<Judged> {
    const { groupVersionKind } = request.type
    const warnings = new WarningRecorder()
    warnings.add(deprecationWarning(groupVersionKind, this.#release) ?? '')
    return { request, strategy: await strategyFor(groupVersionKind), warnings }
  }

  #verdict({ request, strategy, warnings }: Judged, judge: () => KubernetesObject): Verdict {
    const facts = strategy === undefined ? { withoutRules: true } : {}
    try {
      const stored = this.#asStored(judge())
      const object = this.answer(stored, request.type)
      return { object, stored, warnings: warnings.warnings, ...facts }
    } catch (error) {
      return { status: toAPIStatus(error), warnings: warnings.warnings, ...facts }
    }
  }

  /** The object of the body in the form that hooks see, with its defaults. */
  #read({ request: { body, type }, strategy, warnings }: Judged): KubernetesObject {
    const { scheme } = this.#options
    const { object, findings } = decodeRequest(body, type, scheme)
    warnings.add(...findings)
    scheme.default(object)
    // Only the server sets managed fields; those of the body are ignored.
    delete ensureMetadata(object).managedFields
    return strategy === undefined ? object : heldForm(scheme.convert(object, strategy.type), strategy.type)
  }

  /** The object as read from storage, where it is kept in its hub version: decoded again, with defaults. */
  #asStored(object: KubernetesObject): KubernetesObject {
    const { scheme } = this.#options
    const type = kindClassOf(object)
    const written = writtenForm(scheme.convert(object, type), type)
    nullEmpties(type.descriptor, written)
    scheme.default(written)
    return writtenForm(scheme.convert(written, type), type)
  }

  #namespace(object: KubernetesObject, { type, namespace = '' }: WriteRequest): void {
    const { group, kind } = type.groupVersionKind
    ensureNamespaceOfRequest(object, group === '' && kind === 'Namespace' ? '' : namespace)
  }

  #admit(request: AdmittedRequest, warnings: WarningRecorder): void {
    if (request.operation === 'create') warnings.add(dedupOwnerReferences(request.object, false) ?? '')
    this.#options.admit?.(request)
    warnings.add(dedupOwnerReferences(request.object, true) ?? '')
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date()
  }

  #context({ request: { type, namespace }, warnings }: Judged): StrategyContext {
    const { user, namespaceLabels } = this.#options
    const labels = namespace === undefined ? undefined : namespaceLabels?.(namespace)
    return {
      apiVersion: type.groupVersionKind.toAPIVersionAndKind().apiVersion,
      release: this.#release,
      featureEnabled: this.#featureEnabled,
      now: () => this.#now(),
      versioned: (object) => (kindClassOf(object) === type ? object : this.#options.scheme.convert(object, type)),
      warn: (text) => warnings.add(text),
      ...(namespace !== undefined && { namespace }),
      ...(labels !== undefined && { namespaceLabels: labels }),
      ...(user !== undefined && { user }),
    }
  }
}

function hooksOf(strategy: KindStrategy, subresource: string | undefined): UpdateHooks {
  return (subresource === undefined ? undefined : strategy.subresources?.[subresource]) ?? strategy
}

/** Compares resource versions as `Store.Update` of k8s.io/apiserver does. */
function checkResourceVersion(
  object: KubernetesObject,
  old: KubernetesObject,
  { type, unconditional }: { readonly type: KindClass; readonly unconditional: boolean },
): void {
  const metadata = ensureMetadata(object)
  const stored = ensureMetadata(old)
  const given = metadata.resourceVersion ?? ''
  if (!/^\d*$/.test(given)) throw new Error(`strconv.ParseUint: parsing ${JSON.stringify(given)}: invalid syntax`)
  const resource = { group: type.groupVersionKind.group, resource: type.resource?.plural ?? '' }
  const isSet = /[1-9]/.test(given)
  if (!isSet && unconditional) {
    // An object that was only validated has no resource version yet: any will do.
    metadata.resourceVersion = stored.resourceVersion ?? '1'
  } else if (!isSet) {
    const error = invalid(fieldPath('metadata', 'resourceVersion'), 0, 'must be specified for an update')
    throw newInvalid({ group: resource.group, kind: resource.resource }, stored.name ?? '', [error])
  } else if (BigInt(given) !== BigInt(stored.resourceVersion || 0)) {
    const message = 'the object has been modified; please apply your changes to the latest version and try again'
    throw newConflict(resource, stored.name ?? '', new Error(message))
  }
}
