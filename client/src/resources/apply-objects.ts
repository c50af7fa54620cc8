import { isConflict, isInvalid, isNotFound, MachineryError } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'
import { getDeletionTimestamp, nestedString, Unstructured } from 'apimachinery/runtime'
import { sleep } from 'apimachinery/wait'
import type { Client } from '../client/client.js'
import type { Patch } from '../rest/call-options.js'
import { lastApplied, lastAppliedAnnotation, withLastApplied } from './last-applied.js'
import { migrateToServerSide, serverSideManager } from './migrate-to-server-side.js'
import { type ObjectInfo, objectName, resourceOf } from './object-info.js'
import { withSource } from './source-error.js'
import { ThreeWayPatcher } from './three-way-patch.js'
import { requestOptions, type WriteOptions } from './write-options.js'

const clientSideManager = 'kubectl-client-side-apply'

/** How manifests are applied. */
export interface ApplyObjectOptions extends WriteOptions {
  /** By the server, with managed fields; otherwise by a patch that is computed here. */
  readonly serverSide?: boolean | undefined
  /** Take fields that others manage. */
  readonly forceConflicts?: boolean | undefined
  /** Delete and create again what cannot be changed. */
  readonly force?: boolean | undefined
  readonly overwrite?: boolean | undefined
  /** Server-side applies go to this sub-resource. */
  readonly subresource?: string | undefined
  /** Called with warnings for the user. */
  readonly onWarning?: ((message: string) => void) | undefined
}

/** The result for an object. */
export type ApplyOutcome = 'created' | 'configured' | 'unchanged' | 'serverside-applied'

/** An object after an apply. */
export interface AppliedObject {
  readonly outcome: ApplyOutcome
  readonly object: Unstructured
}

/** Applies one object after the other, as `kubectl apply` does. */
export class ObjectApplier {
  readonly #client: Client
  readonly #options: ApplyObjectOptions
  readonly #patcher = new ThreeWayPatcher()

  constructor(client: Client, options: ApplyObjectOptions = {}) {
    this.#client = client
    this.#options = options
  }

  /** @throws RequestStatusError naming the file, MachineryError */
  async apply(info: ObjectInfo & { readonly object: Unstructured }): Promise<AppliedObject> {
    if (info.name === '') {
      const generated = nestedString(info.object, 'metadata', 'generateName') ?? ''
      if (generated !== '') {
        throw new MachineryError('InvalidRequest', `from ${generated}: cannot use generate name with apply`)
      }
      const nameless = new MachineryError('InvalidRequest', 'resource name may not be empty')
      throw this.#options.serverSide === true ? nameless : notRetrieved(info, nameless)
    }
    const applied = this.#options.serverSide === true ? await this.#applyOnServer(info) : await this.#byPatch(info)
    const deleting = getDeletionTimestamp(applied.object)
    if (deleting) {
      const text = `Warning: Detected changes to resource ${info.name} which is currently being deleted.`
      this.#options.onWarning?.(text)
    }
    return applied
  }

  async #applyOnServer(info: ObjectInfo & { readonly object: Unstructured }): Promise<AppliedObject> {
    const { fieldManager = serverSideManager, forceConflicts = false, subresource, onWarning } = this.#options
    const options = { ...requestOptions(this.#options), fieldManager, force: forceConflicts }
    const patch = { type: PatchType.Apply, body: info.object }
    const resource = resourceOf(this.#client, info)
    const applied =
      subresource === undefined
        ? await resource.patch(info.name, patch, options)
        : await resource.subresource(subresource, Unstructured).patch(info.name, patch, options)
    const applyAgain = (): Promise<Unstructured> => resource.patch(info.name, patch, options)
    const object = await migrateToServerSide(applied, { resource, info, options, onWarning, applyAgain })
    return { outcome: 'serverside-applied', object }
  }

  #clientSideOptions(): ReturnType<typeof requestOptions> {
    return requestOptions({ ...this.#options, fieldManager: this.#options.fieldManager ?? clientSideManager })
  }

  async #byPatch(info: ObjectInfo & { readonly object: Unstructured }): Promise<AppliedObject> {
    const resource = resourceOf(this.#client, info)
    const { signal, dryRun } = this.#options
    const options = this.#clientSideOptions()
    let current: Unstructured
    try {
      current = await resource.get(info.name, { signal })
    } catch (error) {
      if (!isNotFound(error)) throw notRetrieved(info, error)
      const object = withLastApplied(info.object)
      removeNulls(object)
      if (dryRun === 'client') return { outcome: 'created', object }
      try {
        return { outcome: 'created', object: await resource.create(object, options) }
      } catch (failure) {
        throw withSource('creating', info.source, failure)
      }
    }
    if (lastApplied(current) === undefined) this.#warnOfMissingAnnotation(info)
    const { patch, object } = await this.#patch(info, current)
    return { outcome: patch.body === '{}' ? 'unchanged' : 'configured', object }
  }

  /** Patches; again from the new state after a conflict. */
  async #patch(
    info: ObjectInfo & { readonly object: Unstructured },
    first: Unstructured,
  ): Promise<{ readonly patch: Patch; readonly object: Unstructured }> {
    const resource = resourceOf(this.#client, info)
    const { mapping, name, source } = info
    const { signal, overwrite, dryRun } = this.#options
    const options = this.#clientSideOptions()
    let current = first
    for (let attempt = 0; ; attempt++) {
      const patch = await this.#patcher.patch(
        mapping.groupVersionKind,
        { current, manifest: info.object },
        { overwrite },
      )
      if (patch.body === '{}') return { patch, object: current }
      if (dryRun === 'client')
        return { patch, object: await this.#patcher.apply(mapping.groupVersionKind, current, patch) }
      try {
        return { patch, object: await resource.patch(name, patch, options) }
      } catch (error) {
        if (isConflict(error) && attempt < 5) {
          if (attempt > 0) await sleep(1000, { clock: this.#client.rest.clock, signal })
          current = await resource.get(name, { signal })
        } else if (this.#options.force === true && (isConflict(error) || isInvalid(error))) {
          return { patch, object: await this.#deleteAndCreate(info) }
        } else
          throw withSource(
            `applying patch:\n${String(patch.body)}\nto:\n${objectName(info)}\nfor:`,
            source,
            withSource('patching', source, error),
          )
      }
    }
  }

  async #deleteAndCreate(info: ObjectInfo & { readonly object: Unstructured }): Promise<Unstructured> {
    const resource = resourceOf(this.#client, info)
    const { signal } = this.#options
    await resource.delete(info.name, { ...requestOptions(this.#options), fieldValidation: undefined } as never)
    for (;;) {
      const gone = await resource.get(info.name, { signal }).then(
        () => false,
        (error: unknown) => {
          if (isNotFound(error)) return true
          throw error
        },
      )
      if (gone) break
      await sleep(1000, { clock: this.#client.rest.clock, signal })
    }
    return resource.create(withLastApplied(info.object), requestOptions(this.#options))
  }

  #warnOfMissingAnnotation(info: ObjectInfo): void {
    const plural = info.mapping.resource.resource
    const message = `Warning: resource ${plural}/${info.name} is missing the ${lastAppliedAnnotation} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.`
    this.#options.onWarning?.(message)
  }
}

/** The error of a read before a patch is made, with what was read. */
function notRetrieved({ mapping, name, namespace, source }: ObjectInfo, error: unknown): unknown {
  const { resource: gvr, groupVersionKind: gvk } = mapping
  const groupVersion = (one: { readonly group: string; readonly version: string }): string =>
    `${one.group}/${one.version}`
  const resource = JSON.stringify(`${groupVersion(gvr)}, Resource=${gvr.resource}`)
  const kind = JSON.stringify(`${groupVersion(gvk)}, Kind=${gvk.kind}`)
  const where = `Name: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace)}`
  const what = `Resource: ${resource}, GroupVersionKind: ${kind}\n${where}`
  return withSource(`retrieving current configuration of:\n${what}\nfrom server for:`, source, error)
}

/** What is null in a manifest is nothing in a new object, as an update would make it. */
function removeNulls(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value)) {
    if (each === null && !Array.isArray(value)) delete (value as Record<string, unknown>)[key]
    else removeNulls(each)
  }
}
