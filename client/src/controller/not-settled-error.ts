import { MachineryError } from 'apimachinery/errors'
import type { ReconcileKey } from './reconcile-request.js'

/** One thing that a manager was waited for, or failed with. */
export interface NotSettledCause {
  readonly text: string
  readonly error?: unknown
  readonly controller?: string | undefined
  readonly key?: ReconcileKey | undefined
}

const mostCauses = 10

/** A manager did not come to rest. Its message lists all it was waited for; `cause` is the error of the first of them. */
export class NotSettledError extends MachineryError {
  override readonly name = 'NotSettledError'
  readonly causes: readonly NotSettledCause[]

  constructor(why: string, causes: readonly NotSettledCause[]) {
    const listed = causes.slice(0, mostCauses).map(({ text }) => `\n- ${text}`)
    const more = causes.length > mostCauses ? `\n- and ${causes.length - mostCauses} more` : ''
    const cause = causes.find(({ error }) => error !== undefined)?.error
    super('NotSettled', `${why}${causes.length === 0 ? '' : ':'}${listed.join('')}${more}`, { cause })
    this.causes = causes
  }

  /** The controller of the first failed run, if one failed. */
  get controller(): string | undefined {
    return this.causes.find(({ controller }) => controller !== undefined)?.controller
  }

  /** The key of the first failed run, if one failed. */
  get key(): ReconcileKey | undefined {
    return this.causes.find(({ key }) => key !== undefined)?.key
  }
}
