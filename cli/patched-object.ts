import { deepCopy } from '../src/descriptor/deep-copy.js'
import { MachineryError } from '../src/errors/machinery-error.js'
import type { Status } from '../src/errors/status.js'
import type { KubernetesObject } from '../src/runtime/objects/typed-object.js'
import type { Scheme } from '../src/runtime/scheme/scheme.js'
import { ObjectJudge } from './judge-objects.js'
import type { CommandIO } from './verb.js'

/** An object before and after a patch. */
export interface PatchedObject {
  readonly original: KubernetesObject
  readonly patched: KubernetesObject
}

/** What makes a patched object one that a server would refuse, where the original is free of it. */
export class PatchedObjectCheck {
  readonly #judge: ObjectJudge

  constructor(scheme: Scheme, io: CommandIO) {
    this.#judge = new ObjectJudge({ scheme, io, namespace: 'default' })
  }

  /** @throws MachineryError `InvalidObject` naming the fields; manifests that were incomplete before may stay so. */
  async check({ original, patched }: PatchedObject): Promise<void> {
    const after = problemsOf(await this.#judge.refusal(asNew(patched)))
    if (after.length === 0) return
    const before = new Set(problemsOf(await this.#judge.refusal(asNew(original))).map(wherever))
    const added = after.filter((problem) => !before.has(wherever(problem)))
    const [first] = added
    if (first === undefined) return
    const message = `a server would refuse the patched object: ${added.map((each) => each.message).join('; ')}`
    throw new MachineryError('InvalidObject', message, { path: first.field })
  }
}

/** What only a server sets would be refused in a new object. */
function asNew(object: KubernetesObject): KubernetesObject {
  const copy: KubernetesObject & { metadata?: Record<string, unknown> | null } = deepCopy(object)
  if (copy.metadata) {
    delete copy.metadata.resourceVersion
    delete copy.metadata.uid
  }
  return copy
}

/** A patch may move items of a list, and what was wrong with them. */
function wherever({ message }: Problem): string {
  return message.replace(/\[\d+\]/g, '[]')
}

interface Problem {
  readonly field: string | undefined
  readonly message: string
}

function problemsOf(status: Status | undefined): Problem[] {
  if (status === undefined) return []
  const causes = status.details?.causes ?? []
  if (status.reason !== 'Invalid' || causes.length === 0) return [{ field: undefined, message: status.message ?? '' }]
  return causes.map(({ field, message }) => ({ field, message: `${field}: ${message}` }))
}
