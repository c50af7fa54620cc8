/** An expression of jq that cannot be read, with its column, or that uses what is not supported. */
export class JQSyntaxError extends Error {
  override readonly name = 'JQSyntaxError'

  constructor(message: string, expression: string, at: number) {
    super(`${message} at column ${at + 1} of ${JSON.stringify(expression)}`)
  }
}

/** An expression of jq whose evaluation failed. */
export class JQError extends Error {
  override readonly name = 'JQError'
}
