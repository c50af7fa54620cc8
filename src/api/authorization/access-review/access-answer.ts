import { newInvalid } from '../../../errors/new-status-error.js'
import type { FieldError } from '../../../validation/field-error.js'
import type { SubjectAccessReviewStatus } from '../v1/types.gen.js'

const almighty = 'system:masters'

/** The access of a user in a cluster without rules: only users who are always allowed may do anything. */
export function accessOf(groups: readonly string[] | null | undefined): SubjectAccessReviewStatus {
  return { allowed: (groups ?? []).includes(almighty) }
}

/** Refuses a question in which something is wrong. As upstream, the message names neither kind nor object. */
export function refuseInvalid(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw newInvalid({ group: 'authorization.k8s.io', kind: '' }, '', errors)
}
