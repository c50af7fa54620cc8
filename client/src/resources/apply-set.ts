import { createHash } from 'node:crypto'
import { newestRelease } from 'apimachinery/api/releases'
import { MachineryError } from 'apimachinery/errors'
import type { RESTMapping } from 'apimachinery/meta'
import { PatchType } from 'apimachinery/patch'
import { getAnnotations, getLabels, getUID, setLabels, type Unstructured } from 'apimachinery/runtime'
import { GroupKind } from 'apimachinery/schema'
import type { Client } from '../client/client.js'
import { ifFound } from '../rest/if-found.js'
import { nameAndNamespace } from '../rest/name-and-namespace.js'
import { type ObjectInfo, resourceOf } from './object-info.js'
import { type DryRun, dryRunOption, requestOptions } from './write-options.js'

const annotation = {
  tooling: 'applyset.kubernetes.io/tooling',
  namespaces: 'applyset.kubernetes.io/additional-namespaces',
  groupKinds: 'applyset.kubernetes.io/contains-group-kinds',
}
const label = { id: 'applyset.kubernetes.io/id', partOf: 'applyset.kubernetes.io/part-of' }

/** The parent object of a set: `secrets/shop`, by default a Secret. */
export interface ApplySetParent {
  readonly mapping: RESTMapping
  readonly namespace: string
  readonly name: string
}

/** How a set is kept. */
export interface ApplySetOptions {
  /** The tool that manages the set: `name/version`; a set of another tool is not changed. Default: kubectl of the newest release. */
  readonly tooling?: string | undefined
  readonly dryRun?: DryRun | undefined
  readonly fieldManager?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * A set of objects that were applied together (KEP 3659): each has a label with the set's name, and a parent object lists
 * its kinds and namespaces. Objects with the label that were not applied again are pruned.
 */
export class ApplySet {
  /** Value of the label of members. */
  readonly id: string
  readonly #client: Client
  readonly #parent: ApplySetParent
  readonly #options: ApplySetOptions
  readonly #before = { groupKinds: new Set<string>(), namespaces: new Set<string>() }
  readonly #now = { groupKinds: new Set<string>(), namespaces: new Set<string>() }
  readonly #applied = new Set<string>()

  constructor(client: Client, parent: ApplySetParent, options: ApplySetOptions = {}) {
    this.#client = client
    this.#parent = parent
    this.#options = options
    const { group, kind } = parent.mapping.groupVersionKind
    const text = [parent.name, parent.namespace, kind, group].join('.')
    this.id = `applyset-${createHash('sha256').update(text).digest('base64url')}-v1`
  }

  /**
   * Reads the parent, and adds the kinds and namespaces of the new set to it. @throws MachineryError for another tool's set
   */
  async begin(objects: readonly ObjectInfo[]): Promise<void> {
    const { mapping, name, namespace } = this.#parent
    const parent = await this.#read()
    if (parent !== undefined) this.#readParent(parent)
    else if (mapping.resource.resource !== 'secrets' && mapping.resource.resource !== 'configmaps') {
      throw new MachineryError(
        'InvalidRequest',
        `custom resource ApplySet parents cannot be created automatically: ${name}`,
      )
    }
    for (const info of objects) {
      this.#now.groupKinds.add(groupKindText(info.mapping))
      if (info.namespace !== '' && info.namespace !== namespace) this.#now.namespaces.add(info.namespace)
    }
    // Until the end both what was and what will be is in the set, so that nothing is forgotten if this stops here.
    await this.#write(
      union(this.#before.groupKinds, this.#now.groupKinds),
      union(this.#before.namespaces, this.#now.namespaces),
    )
  }

  /** Adds the label of the set to an object. */
  mark(object: Unstructured): void {
    setLabels(object, { ...getLabels(object), [label.partOf]: this.id })
  }

  /** Remembers that an object was applied. */
  applied(object: Unstructured): void {
    this.#applied.add(getUID(object))
  }

  /** Deletes the objects of the set that were not applied; yields each of them after its deletion. */
  async *prune(): AsyncGenerator<ObjectInfo, undefined> {
    const { signal, dryRun } = this.#options
    const namespaces = union(this.#before.namespaces, this.#now.namespaces, [this.#parent.namespace])
    for (const text of [...union(this.#before.groupKinds, this.#now.groupKinds)].sort()) {
      const mapping = await this.#mapping(text)
      if (mapping === undefined) continue
      for (const namespace of mapping.scope.name === 'namespace' ? [...namespaces].sort() : ['']) {
        const resource = resourceOf(this.#client, { mapping, namespace })
        for await (const object of resource.each({ labelSelector: `${label.partOf}=${this.id}`, signal })) {
          if (this.#applied.has(getUID(object))) continue
          const { name } = nameAndNamespace(object)
          const info = { mapping, namespace, name, object, source: '' }
          if (dryRun !== 'client') {
            await resource.delete(name, { propagationPolicy: 'Background', signal, dryRun: dryRunOption(dryRun) })
          }
          yield info
        }
      }
    }
  }

  /** Writes the final kinds and namespaces of the set to the parent. */
  async end(): Promise<void> {
    await this.#write(this.#now.groupKinds, this.#now.namespaces)
  }

  #read(): Promise<Unstructured | undefined> {
    const { signal } = this.#options
    return ifFound(resourceOf(this.#client, this.#parent).get(this.#parent.name, { signal }))
  }

  #readParent(parent: Unstructured): void {
    const annotations = getAnnotations(parent) ?? {}
    const id = getLabels(parent)?.[label.id]
    const tool = annotations[annotation.tooling]
    const name = this.#tooling().split('/')[0]
    const about = `ApplySet parent object "${this.#parent.mapping.resource.resource}/${this.#parent.name}"`
    if (id !== undefined && id !== this.id) {
      throw new MachineryError(
        'InvalidApplySet',
        `${about} exists and has incorrect value for label "${label.id}" (got: ${id}, want: ${this.id})`,
      )
    }
    if (tool !== undefined && tool.split('/')[0] !== name) {
      throw new MachineryError(
        'InvalidApplySet',
        `${about} already exists and is managed by tooling "${tool}" instead of "${name}"`,
      )
    }
    for (const each of list(annotations[annotation.groupKinds])) this.#before.groupKinds.add(each)
    for (const each of list(annotations[annotation.namespaces])) this.#before.namespaces.add(each)
  }

  async #write(groupKinds: Iterable<string>, namespaces: Iterable<string>): Promise<void> {
    if (this.#options.dryRun === 'client') return
    const { mapping, name, namespace } = this.#parent
    const { apiVersion, kind } = mapping.groupVersionKind.toAPIVersionAndKind()
    const body = {
      apiVersion,
      kind,
      metadata: {
        name,
        ...(namespace !== '' && { namespace }),
        annotations: {
          [annotation.tooling]: this.#tooling(),
          [annotation.groupKinds]: [...groupKinds].sort().join(','),
          [annotation.namespaces]: [...namespaces].sort().join(','),
        },
        labels: { [label.id]: this.id },
      },
    }
    const fieldManager = `${this.#options.fieldManager ?? 'kubectl'}-applyset`
    const options = { ...requestOptions({ ...this.#options, fieldManager }), force: false }
    await resourceOf(this.#client, this.#parent).patch(name, { type: PatchType.Apply, body }, options)
  }

  #tooling(): string {
    return this.#options.tooling ?? `kubectl/v${newestRelease.version}`
  }

  async #mapping(text: string): Promise<RESTMapping | undefined> {
    const [kind = '', ...group] = text.split('.')
    try {
      return await this.#client.restMapper.restMapping(new GroupKind(group.join('.'), kind))
    } catch {
      // A kind that is not served any more has no objects.
      return undefined
    }
  }
}

function groupKindText({ groupVersionKind: { group, kind } }: RESTMapping): string {
  return group === '' ? kind : `${kind}.${group}`
}

function union(...sets: readonly Iterable<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]))
}

function list(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((each) => each !== '')
}
