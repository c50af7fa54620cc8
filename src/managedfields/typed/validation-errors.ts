import { MachineryError } from '../../errors/machinery-error.js'

/** One thing that is wrong with a value. */
export interface ValidationError {
  /** Where, as in `.spec.ports[port=80]`; empty for the root. */
  readonly path: string
  readonly message: string
}

/** A value does not conform to its schema. The code is `InvalidTypedValue`. */
export class ValidationErrors extends MachineryError {
  override readonly name: string = 'ValidationErrors'
  readonly errors: readonly ValidationError[]

  constructor(errors: readonly ValidationError[]) {
    super('InvalidTypedValue', joinedMessages(errors), { path: errors[0]?.path })
    this.errors = errors
  }
}

function joinedMessages(errors: readonly ValidationError[]): string {
  const lines = errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  return lines.length === 1 ? lines[0]! : ['errors:', ...lines.map((line) => `  ${line}`)].join('\n')
}

/** Throws when there are errors. */
export function throwErrors(errors: readonly ValidationError[]): void {
  if (errors.length > 0) throw new ValidationErrors(errors)
}
