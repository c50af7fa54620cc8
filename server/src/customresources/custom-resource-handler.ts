import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { newForbidden, newInternalError, newMethodNotSupported, newNotFound } from 'apimachinery/errors'
import type { RuleObserver } from 'apimachinery/openapi'
import { getUID, Scheme } from 'apimachinery/runtime'
import { systemClock } from 'apimachinery/wait'
import type { AdmissionAttributes } from '../admission/attributes.js'
import type { AdmissionPlugin } from '../admission/plugin.js'
import type { EndpointsConfig } from '../endpoints/install-group-version.js'
import { OutputFormats } from '../endpoints/output-format.js'
import { recordDeprecation, serveRoute } from '../endpoints/route.js'
import { withStatus } from '../endpoints/write-error.js'
import type { Storages } from '../registry/storages.js'
import type { Exchange, Handler } from '../request/http.js'
import type { RequestInfo } from '../request/request-info.js'
import type { ServiceResolver } from '../request/service-resolver.js'
import type { ObjectCache } from '../storage/object-cache.js'
import type { ConversionMetrics } from './conversion-metrics.js'
import { customResourceFormats } from './custom-resource-formats.js'
import { isConditionTrue } from './definition-conditions.js'
import { ServedDefinition } from './served-definition.js'
import type { ServedVersion } from './served-version.js'

/** Settings for serving custom resources. */
export interface CustomResourceHandlerOptions {
  readonly definitions: ObjectCache<CustomResourceDefinition>
  readonly storages: Storages
  readonly resolver: ServiceResolver
  readonly metrics?: ConversionMetrics | undefined
  readonly endpoints: EndpointsConfig
  readonly observeRules?: RuleObserver | undefined
  /** Answers requests for what no definition defines. */
  readonly fallback: Handler
  readonly onError: (error: unknown) => void
}

/** Verbs that may leave the namespace out. */
const acrossNamespaces: ReadonlySet<string> = new Set(['list', 'watch'])

/**
 * Answers requests for custom resources by the definitions that there are at the moment.
 *
 * Source: `crdHandler` of k8s.io/apiextensions-apiserver/pkg/apiserver.
 */
export class CustomResourceHandler {
  readonly #options: CustomResourceHandlerOptions
  readonly #served = new Map<string, ServedDefinition>()
  readonly #closing = new Set<Promise<void>>()
  readonly #formats: OutputFormats
  readonly #unlisten: () => void

  constructor(options: CustomResourceHandlerOptions) {
    this.#options = options
    const registry = new Scheme()
    this.#formats = new OutputFormats(
      customResourceFormats({ type: class {} as never, registry, cbor: options.endpoints.cbor }),
    )
    this.#unlisten = options.definitions.onChange(({ type, object }) => {
      const served = this.#served.get(getUID(object))
      if (served !== undefined && (type === 'DELETED' || !served.serves(object))) this.#retire(served)
      if (type === 'MODIFIED') return
      // One of another uid may have taken its name between two events.
      for (const other of this.#served.values()) {
        const { metadata } = other.definition
        const current = options.definitions.get('', metadata?.name ?? '')
        if (current?.metadata?.uid !== metadata?.uid) this.#retire(other)
      }
    })
  }

  readonly handle: Handler = async (request, response) => {
    const definition = this.#definitionOf(request.info)
    if (definition === undefined) return this.#options.fallback(request, response)
    const exchange = { request, response }
    await withStatus(exchange, this.#formats, () => this.#serve(exchange, definition))
  }

  /** The definition in its present state, ready to serve. @throws MachineryError `InvalidSchema`. */
  servedDefinition(definition: CustomResourceDefinition): ServedDefinition {
    const uid = getUID(definition)
    let served = this.#served.get(uid)
    if (served === undefined) {
      const { storages, resolver, metrics, endpoints, observeRules } = this.#options
      const admission = this.#admissionFor(definition)
      served = new ServedDefinition(definition, {
        storages,
        resolver,
        metrics,
        observeRules,
        endpoints: { ...endpoints, ...admission },
      })
      this.#served.set(uid, served)
    }
    return served
  }

  /** Closes all storages at once. */
  async stop(): Promise<void> {
    this.#unlisten()
    const all = [...this.#served.values()]
    this.#served.clear()
    await Promise.all([...all.map((served) => served.closeNow()), ...this.#closing])
  }

  /** The definition that a request is for, where it is served as the request wants. */
  #definitionOf(info: RequestInfo): CustomResourceDefinition | undefined {
    if (!info.isResourceRequest) return undefined
    const definition = this.#options.definitions.get('', `${info.resource}.${info.apiGroup}`)
    if (definition === undefined) return undefined
    const { scope, versions } = definition.spec
    const namespaced = scope === 'Namespaced'
    if (!namespaced && info.namespace !== '') return undefined
    if (namespaced && info.namespace === '' && !acrossNamespaces.has(info.verb)) return undefined
    if (versions.find(({ name }) => name === info.apiVersion)?.served !== true) return undefined
    const named = isConditionTrue(definition, 'NamesAccepted') || isConditionTrue(definition, 'Established')
    return named ? definition : undefined
  }

  async #serve(exchange: Exchange, definition: CustomResourceDefinition): Promise<void> {
    const { info } = exchange.request
    const resource = { group: info.apiGroup, resource: info.resource }
    const served = this.servedDefinition(definition)
    const version = this.#compiled(served, info.apiVersion)
    recordDeprecation(exchange.request, version.deprecated)
    const routes = version.routesOf(info.subresource)
    if (routes === undefined) throw newNotFound(resource, info.name)
    const route = routes.get(info.verb)
    if (route === undefined) throw newMethodNotSupported(resource, info.verb)
    await version.ready(this.#options.endpoints.clock ?? systemClock)
    const run = () => serveRoute(exchange, route)
    await (info.verb === 'watch' ? run() : served.during(run))
  }

  #compiled(served: ServedDefinition, name: string): ServedVersion {
    try {
      const version = served.version(name)
      if (version !== undefined) return version
      throw new Error(`no version ${name}`)
    } catch (error) {
      this.#options.onError(error)
      throw newInternalError(new Error('error resolving resource'))
    }
  }

  #retire(served: ServedDefinition): void {
    this.#served.delete(getUID(served.definition))
    const closing = served.close().catch(this.#options.onError)
    this.#closing.add(closing)
    void closing.then(() => this.#closing.delete(closing))
  }

  /** Admission of the server, which refuses creations while the objects of a definition are deleted. */
  #admissionFor({ metadata }: CustomResourceDefinition): { readonly admission: AdmissionPlugin } {
    const { definitions, endpoints } = this.#options
    const { admission } = endpoints
    const refuse = ({ operation, resource, name }: AdmissionAttributes): void => {
      const current = definitions.get('', metadata?.name ?? '')
      if (operation !== 'CREATE' || current === undefined || !isConditionTrue(current, 'Terminating')) return
      const reason = 'create not allowed while custom resource definition is terminating'
      throw newForbidden(resource.groupResource(), name, new Error(reason))
    }
    return {
      admission: {
        handles: (operation) => operation === 'CREATE' || (admission?.handles(operation) ?? false),
        async admit(attributes, context) {
          refuse(attributes)
          if (admission?.handles(attributes.operation)) await admission.admit?.(attributes, context)
        },
        async validate(attributes, context) {
          refuse(attributes)
          if (admission?.handles(attributes.operation)) await admission.validate?.(attributes, context)
        },
      },
    }
  }
}
