import { builtInAdmission } from '../src/api/judge/built-in-admission.js'
import { isRemoved } from '../src/api/judge/deprecations.js'
import { Judge, type Verdict } from '../src/api/judge/judge.js'
import { hasKind } from '../src/api/releases/kind-facts.js'
import { newestRelease, type Release } from '../src/api/releases/release.js'
import type { Status } from '../src/errors/status.js'
import { stringifyJSON } from '../src/json/stringify-json.js'
import { isList } from '../src/runtime/objects/list-items.js'
import type { KindClass, KubernetesObject } from '../src/runtime/objects/typed-object.js'
import { isUnstructured } from '../src/runtime/objects/unstructured.js'
import { groupVersionKindOf } from '../src/runtime/scheme/kind-access.js'
import type { Scheme } from '../src/runtime/scheme/scheme.js'
import type { InputDocument } from './documents.js'
import { at, placesIn } from './finding.js'
import type { CommandIO } from './verb.js'

/** Settings for validating objects. */
export interface JudgeRun {
  readonly scheme: Scheme
  readonly io: CommandIO
  /** The namespace of objects that name none. */
  readonly namespace: string
  /** The release of the cluster; the newest one where absent. */
  readonly release?: Release | undefined
}

/** Validates objects of built-in kinds as a cluster does on creation, and reports problems with positions. */
export class ObjectJudge {
  /** The namespace of objects that name none. */
  readonly namespace: string
  readonly #run: JudgeRun
  readonly #judge: Judge
  readonly #release: Release

  constructor(run: JudgeRun) {
    this.#run = run
    this.namespace = run.namespace
    this.#release = run.release ?? newestRelease
    this.#judge = new Judge({ scheme: run.scheme, release: this.#release, ...builtInAdmission() })
  }

  /** Reports what a cluster would say about an object, or about each item of a list; false when it would refuse one. */
  async accepts(object: KubernetesObject, document: InputDocument): Promise<boolean> {
    if (!isList(object)) return this.#one(object, document, '')
    let accepted = true
    for (const [i, item] of ((object as { items?: KubernetesObject[] | null }).items ?? []).entries()) {
      if (item !== null && !(await this.#one(item, document, `items[${i}].`))) accepted = false
    }
    return accepted
  }

  async #one(object: KubernetesObject, document: InputDocument, prefix: string): Promise<boolean> {
    const type = this.#typeOf(object)
    const groupVersionKind = groupVersionKindOf(object)
    const isThere = hasKind(this.#release, groupVersionKind)
    if (isThere && (type?.resource === undefined || this.#run.scheme.hasValidationFunc(object))) return true
    if (type === undefined || !isThere || isRemoved(type.groupVersionKind, this.#release)) {
      const { apiVersion, kind } = groupVersionKind.toAPIVersionAndKind()
      const message = `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`
      this.#run.io.warn(at(document, undefined, `${message}: release ${this.#release.name} does not serve it`))
      return false
    }
    const verdict = await this.#create(object, type)
    this.#report(verdict, document, prefix)
    return verdict.status === undefined
  }

  /** Why a cluster would refuse an object of a known kind, if it does. */
  async refusal(object: KubernetesObject): Promise<Status | undefined> {
    const type = this.#typeOf(object)
    if (type?.resource === undefined || isRemoved(type.groupVersionKind, this.#release)) return undefined
    return (await this.#create(object, type)).status
  }

  #create(object: KubernetesObject, type: KindClass): Promise<Verdict> {
    const own = (object as { metadata?: { namespace?: string | null } | null }).metadata?.namespace
    const namespace = type.resource?.scope === 'Namespaced' ? own || this.namespace : undefined
    const { apiVersion, kind } = type.groupVersionKind.toAPIVersionAndKind()
    const body = stringifyJSON({ ...object, apiVersion, kind })
    return this.#judge.create({ body, type, namespace })
  }

  #typeOf(object: KubernetesObject): KindClass | undefined {
    return isUnstructured(object) ? undefined : this.#run.scheme.classFor(groupVersionKindOf(object))
  }

  #report({ status, warnings }: Verdict, document: InputDocument, prefix: string): void {
    const placeOf = placesIn(document)
    const say = (path: string | undefined, text: string) =>
      this.#run.io.warn(at(document, path === undefined ? undefined : placeOf(prefix + path), text))
    for (const warning of warnings) say(pathIn(warning), `warning: ${warning}`)
    if (status === undefined) return
    const causes = status.details?.causes ?? []
    if (status.reason !== 'Invalid' || causes.length === 0) say(undefined, status.message ?? '')
    else for (const { field, message } of causes) say(field, `${field}: ${message}`)
  }
}

/** The path at the start of a warning about a field. */
function pathIn(warning: string): string | undefined {
  return /^([a-zA-Z][\w.[\]/-]*): /.exec(warning)?.[1]
}
