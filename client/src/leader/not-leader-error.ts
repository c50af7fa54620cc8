import { MachineryError } from 'apimachinery/errors'

/** Something that only the leader may do was refused, because the lease could not be renewed in time or was given up. Code `NotLeader`. */
export class NotLeaderError extends MachineryError {
  override readonly name = 'NotLeaderError'
  /** Namespace and name of the lease. */
  readonly lease: string

  constructor(lease: string) {
    super('NotLeader', `not the leader: the lease ${lease} was not renewed in time or was given up`)
    this.lease = lease
  }
}
