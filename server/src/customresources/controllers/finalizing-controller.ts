import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { messageOf } from 'apimachinery/errors'
import { getDeletionTimestamp, getFinalizers, setFinalizers } from 'apimachinery/runtime'
import { isWaitTimeout, pollUntil } from 'apimachinery/wait'
import { type DefinitionCondition, isConditionTrue, setCondition } from '../definition-conditions.js'
import { draftOf } from '../definition-draft.js'
import { cleanupFinalizer } from '../definition-store.js'
import type { ControllerContext } from './controller-context.js'
import { DefinitionController } from './definition-controller.js'

/** The objects of a definition. */
export interface InstanceCollection {
  /** Namespaces that objects are in, `''` for those of the cluster; none where nothing is left. */
  namespaces(): Promise<ReadonlySet<string>>
  /** Deletes all objects of a namespace. */
  deleteAll(namespace: string): Promise<void>
}

const betweenChecks = 1000
const longestWait = 60_000
const workers = 5

/**
 * Deletes the objects of deleted definitions, then removes the definitions.
 *
 * Source: `CRDFinalizer` of k8s.io/apiextensions-apiserver/pkg/controller/finalizer.
 */
export class FinalizingController extends DefinitionController {
  readonly #instancesOf: (definition: CustomResourceDefinition) => InstanceCollection
  readonly #stopping = new AbortController()

  constructor(context: ControllerContext, instancesOf: (definition: CustomResourceDefinition) => InstanceCollection) {
    super(context, 'crd_finalizer', workers)
    this.#instancesOf = instancesOf
  }

  override stop(): Promise<void> {
    this.#stopping.abort(new Error('the controller is stopped'))
    return super.stop()
  }

  protected override selects(definition: CustomResourceDefinition): boolean {
    const isDeleted = getDeletionTimestamp(definition) !== undefined
    return isDeleted && (getFinalizers(definition) ?? []).includes(cleanupFinalizer)
  }

  protected override async sync(name: string): Promise<void> {
    const { definitions, updateStatus } = this.context
    const found = definitions.get('', name)
    if (found === undefined || !this.selects(found)) return
    const marked = draftOf(found)
    this.#set(marked, {
      status: 'True',
      reason: 'InstanceDeletionInProgress',
      message: 'CustomResource deletion is in progress',
    })
    const definition = await updateStatus(marked)
    if (definition === undefined) return
    if (isConditionTrue(definition, 'Established')) await this.#empty(definition)
    else
      this.#set(definition, { status: 'False', reason: 'NeverEstablished', message: 'resource was never established' })
    setFinalizers(
      definition,
      (getFinalizers(definition) ?? []).filter((finalizer) => finalizer !== cleanupFinalizer),
    )
    await updateStatus(definition)
  }

  async #empty(definition: CustomResourceDefinition): Promise<void> {
    try {
      await this.#deleteInstances(definition)
    } catch (error) {
      const { reason, message } = deletionFailure(error)
      this.#set(definition, { status: 'True', reason, message })
      await this.context.updateStatus(definition).catch(this.context.onError)
      throw error
    }
    this.#set(definition, { status: 'False', reason: 'InstanceDeletionCompleted', message: 'removed all instances' })
  }

  async #deleteInstances(definition: CustomResourceDefinition): Promise<void> {
    const failed = 'InstanceDeletionFailed'
    const instances = this.#instancesOf(definition)
    const namespaces = await instances.namespaces().catch((error: unknown) => {
      throw new DeletionFailure(failed, `could not list instances: ${messageOf(error)}`, error)
    })
    const errors: unknown[] = []
    for (const namespace of namespaces) {
      await instances.deleteAll(namespace).catch((error: unknown) => errors.push(error))
    }
    if (errors.length > 0) {
      const texts = [...new Set(errors.map(messageOf))]
      const text = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
      throw new DeletionFailure(failed, `could not issue all deletes: ${text}`, errors[0])
    }
    await this.#waitUntilEmpty(instances)
  }

  async #waitUntilEmpty(instances: InstanceCollection): Promise<void> {
    const { signal } = this.#stopping
    try {
      const options = {
        interval: betweenChecks,
        timeout: longestWait,
        immediate: true,
        signal,
        clock: this.context.pace,
      }
      await pollUntil(options, async () => (await instances.namespaces()).size === 0)
    } catch (error) {
      const text = isWaitTimeout(error) ? 'context deadline exceeded' : messageOf(error)
      const message = `could not confirm zero CustomResources remaining: ${text}`
      throw new DeletionFailure('InstanceDeletionCheck', message, error)
    }
  }

  #set(definition: CustomResourceDefinition, condition: Omit<DefinitionCondition, 'type'>): void {
    setCondition(definition, { type: 'Terminating', ...condition }, new Date(this.context.clock.now()))
  }
}

class DeletionFailure extends Error {
  override readonly name = 'DeletionFailure'
  readonly reason: string

  constructor(reason: string, message: string, cause: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

function deletionFailure(error: unknown): { readonly reason: string; readonly message: string } {
  if (error instanceof DeletionFailure) return error
  return { reason: 'InstanceDeletionFailed', message: messageOf(error) }
}
