import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { RuleObserver } from 'apimachinery/openapi'
import { type Clock, systemClock } from 'apimachinery/wait'
import type { APIPaths } from '../discovery/api-paths.js'
import type { EndpointsConfig } from '../endpoints/install-group-version.js'
import type { QueueObservers } from '../internal/key-queue.js'
import type { Storages } from '../registry/storages.js'
import type { Store } from '../registry/store.js'
import type { Handler } from '../request/http.js'
import type { ServiceResolver } from '../request/service-resolver.js'
import { ObjectCache } from '../storage/object-cache.js'
import { apiApprovalRule } from './controllers/api-approval.js'
import { ConditionController } from './controllers/condition-controller.js'
import type { ControllerContext } from './controllers/controller-context.js'
import type { DefinitionController } from './controllers/definition-controller.js'
import { EstablishingController } from './controllers/establishing-controller.js'
import { FinalizingController } from './controllers/finalizing-controller.js'
import { NamingController } from './controllers/naming-controller.js'
import { nonStructuralSchemaRule } from './controllers/non-structural-schema.js'
import type { ConversionMetrics } from './conversion-metrics.js'
import { CustomResourceHandler } from './custom-resource-handler.js'
import { definitionInstances } from './definition-instances.js'
import { DefinitionPublisher } from './definition-publisher.js'
import type { DocumentMetrics } from './document-metrics.js'

/** Input of a server of custom resources. */
export interface CustomResourcesOptions {
  /** Where the definitions are. */
  readonly definitions: Store<CustomResourceDefinition>
  readonly storages: Storages
  /** Finds the services of conversion webhooks. */
  readonly resolver: ServiceResolver
  /** Group versions are installed here as definitions are established. */
  readonly paths: APIPaths
  readonly endpoints: EndpointsConfig
  readonly metrics?: ConversionMetrics | undefined
  readonly documentMetrics?: DocumentMetrics | undefined
  /** Answers requests for what no definition defines. */
  readonly fallback: Handler
  /** Writes the status of a definition; `undefined` where it is deleted or changed. */
  readonly updateStatus: ControllerContext['updateStatus']
  /** Resolves when the group versions of a definition are known to the aggregator. */
  readonly registered?: ControllerContext['registered'] | undefined
  /** For delays. Default: {@link systemClock}. */
  readonly pace?: Clock | undefined
  readonly onError?: ((error: unknown) => void) | undefined
  readonly queues?: QueueObservers | undefined
  readonly observeRules?: RuleObserver | undefined
}

/**
 * Custom resources: the controllers that establish definitions and empty those that are deleted, and the endpoints, discovery and
 * documents of what they define.
 *
 * Source: k8s.io/apiextensions-apiserver/pkg/apiserver.
 */
export class CustomResources {
  readonly definitions: ObjectCache<CustomResourceDefinition>
  readonly #handler: CustomResourceHandler
  readonly #publisher: DefinitionPublisher
  readonly #controllers: readonly DefinitionController[]
  readonly #stopping = new AbortController()
  readonly #started: Promise<void>
  #resolveStarted!: () => void

  constructor(options: CustomResourcesOptions) {
    this.#started = new Promise((resolve) => {
      this.#resolveStarted = resolve
    })
    const { definitions: store, updateStatus, paths, fallback, endpoints, storages, pace = systemClock } = options
    const { resolver, metrics, documentMetrics, registered, queues } = options
    const { onError = () => undefined } = options
    const prefix = store.keys.collection('')
    const definitions = new ObjectCache({ storage: store.storage, prefix, onError, clock: pace })
    this.definitions = definitions
    const handler = new CustomResourceHandler({
      definitions,
      storages,
      resolver,
      metrics,
      endpoints,
      fallback,
      onError,
      observeRules: options.observeRules,
    })
    this.#handler = handler
    this.#publisher = new DefinitionPublisher({ definitions, paths, handler: handler.handle, metrics: documentMetrics })
    const context: ControllerContext = {
      definitions,
      updateStatus,
      registered,
      clock: endpoints.clock ?? pace,
      pace,
      onError,
      queues,
    }
    const { signal } = this.#stopping
    this.#controllers = [
      new NamingController(context),
      new EstablishingController(context),
      new ConditionController(context, nonStructuralSchemaRule),
      new ConditionController(context, apiApprovalRule),
      new FinalizingController(context, (definition) => definitionInstances(handler, definition, signal)),
    ]
  }

  /** Answers requests below the group versions that definitions serve. */
  get handle(): Handler {
    return this.#handler.handle
  }

  /** Resolves when the definitions are read, or reading was stopped. */
  started(): Promise<void> {
    return this.#started
  }

  /** Reads the definitions and begins to serve them. */
  async start(): Promise<void> {
    await this.definitions.start()
    this.#resolveStarted()
    if (this.#stopping.signal.aborted) return
    this.#publisher.start()
    for (const controller of this.#controllers) controller.start()
  }

  /** Ends controllers and watches, and closes the storages of custom resources. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('custom resources are stopped'))
    this.#resolveStarted()
    this.#publisher.stop()
    await Promise.all(this.#controllers.map((controller) => controller.stop()))
    this.definitions.stop()
    await this.#handler.stop()
  }
}
