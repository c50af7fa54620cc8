import { isJSONObject } from '../../json/json-value.js'
import { parseJSON } from '../../json/parse-json.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { Unstructured } from '../../runtime/objects/unstructured.js'
import { groupVersionKindOf } from '../../runtime/scheme/kind-access.js'
import type { GroupVersion } from '../../schema/group-version.js'
import type { FieldSet } from '../field-path/field-set.js'
import { Conflicts } from '../merge/conflicts.js'
import { lastAppliedConfigOf } from './last-applied-annotation.js'
import type { ApplyRequest, Change, Manager, UpdateRequest } from './manager.js'
import type { ObjectConvertor } from './object-convertor.js'
import type { TypeConverter } from './type-converter.js'

/** The manager whose client-side applies are taken over. */
export const kubectl = 'kubectl'

/** Input of a {@link LastAppliedManager}. */
export interface LastAppliedOptions {
  readonly typeConverter: TypeConverter
  readonly convertor: ObjectConvertor
  readonly groupVersion: GroupVersion
}

/**
 * Supports the change from client-side to server-side apply in kubectl: fields that are listed in the annotation of its
 * last client-side apply, and were not changed since, do not conflict.
 */
export class LastAppliedManager implements Manager {
  readonly #next: Manager
  readonly #options: LastAppliedOptions

  constructor(next: Manager, options: LastAppliedOptions) {
    this.#next = next
    this.#options = options
  }

  update(request: UpdateRequest): Change {
    return this.#next.update(request)
  }

  apply(request: ApplyRequest): Change {
    try {
      return this.#next.apply(request)
    } catch (error) {
      if (request.manager !== kubectl || !(error instanceof Conflicts)) throw error
      const allowed = this.#allowed(request.live)
      if (allowed === undefined) throw error
      const left = error.conflicts.filter(({ path }) => !allowed.has(path))
      if (!error.toSet().difference(allowed).isEmpty) throw new Conflicts(left)
      return this.#next.apply({ ...request, force: true })
    }
  }

  /** If the annotation is invalid, it allows nothing, and the conflicts remain. */
  #allowed(live: KubernetesObject): FieldSet | undefined {
    try {
      return this.#lastAppliedFields(live)
    } catch {
      return undefined
    }
  }

  #lastAppliedFields(live: KubernetesObject): FieldSet | undefined {
    const { typeConverter, convertor, groupVersion } = this.#options
    const liveTyped = typeConverter.objectToTyped(convertor.convertToVersion(live, groupVersion))
    const config = parseJSON(lastAppliedConfigOf(live))
    if (!isJSONObject(config)) return undefined
    const lastApplied = new Unstructured(config)
    const { group, version } = groupVersionKindOf(lastApplied)
    if (group !== groupVersion.group || version !== groupVersion.version) return undefined
    const typed = typeConverter.objectToTyped(lastApplied)
    const { modified, added, removed } = typed.compare(liveTyped)
    return typed.toFieldSet().difference(modified).difference(added).difference(removed)
  }
}
