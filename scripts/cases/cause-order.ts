interface Status {
  readonly message?: string
  readonly details?: { readonly causes?: readonly object[] }
}

/**
 * An outcome without the order of its causes, which is random for keys of Go's maps; the message joins the causes. Outcomes
 * without causes stay as they are.
 */
export function withoutCauseOrder(outcome: unknown): unknown {
  const { answer, ...rest } = (outcome ?? {}) as { answer?: Status }
  const causes = answer?.details?.causes
  if (causes === undefined) return outcome
  const sorted = causes.map((cause) => JSON.stringify(cause)).sort()
  const subject = answer?.message?.split(' is invalid: ', 1)
  return { ...rest, answer: { ...answer, message: subject, details: { ...answer?.details, causes: sorted } } }
}
