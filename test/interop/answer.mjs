// How an operation answers when it fails.

/** Go names kinds of errors; so do the codes of this package. */
const errorTypes = new Map([
  ...['NotRegistered', 'MissingKind', 'MissingVersion', 'StrictDecoding', 'BadJSONDoc'].map((code) => [code, code]),
  ['PatchConflict', 'Conflict'],
  ['PatchPreconditionFailed', 'PreconditionFailed'],
])

/** The response for an error. */
export function failure(error) {
  const answer = { error: error.message }
  if (errorTypes.has(error.code)) answer.errorType = errorTypes.get(error.code)
  if (error.code === 'StrictDecoding') answer.strict = [...error.errors]
  return answer
}

/** Runs an operation; the message of what it throws becomes the answer. */
export function guarded(run) {
  return (request) => {
    try {
      return run(request)
    } catch (error) {
      return { error: error.message }
    }
  }
}
