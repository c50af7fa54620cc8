import {
  isMachineryError,
  MachineryError,
  type MachineryErrorOptions,
  type TextPosition,
} from '../../../errors/machinery-error.js'

/**
 * Text that is not YAML as Go reads it. Code `InvalidYAML`; {@link MachineryError.position} has the position, if known.
 */
export class YAMLSyntaxError extends MachineryError {
  override readonly name: string = 'YAMLSyntaxError'

  /** `message` begins with the name of the layer that Go reports it from, `yaml: ` mostly. */
  constructor(message: string, options: MachineryErrorOptions = {}) {
    super('InvalidYAML', message, options)
  }
}

/** Makes the error for text that breaks a rule of YAML. */
export function yamlError(problem: string, position?: TextPosition, cause?: unknown): YAMLSyntaxError {
  return new YAMLSyntaxError(`yaml: ${problem}`, { position, cause })
}

/** Makes the error for text that cannot be taken apart. Go names the line, except the first one. */
export function scanError(problem: string, position: TextPosition): YAMLSyntaxError {
  return yamlError(position.line > 1 ? `line ${position.line}: ${problem}` : problem, position)
}

/** All duplicate keys of mappings, in Go's wording. Code `DuplicateYAMLKeys`. */
export class YAMLDuplicateKeysError extends MachineryError {
  override readonly name: string = 'YAMLDuplicateKeysError'
  /** One finding for each key that was set already, such as `line 5: key "name" already set in map`. */
  readonly errors: readonly string[]
  /** Place of the value behind each of {@link errors}. */
  readonly positions: readonly TextPosition[]

  constructor(findings: readonly { readonly message: string; readonly position: TextPosition }[]) {
    const errors = findings.map(({ message }) => message)
    super('DuplicateYAMLKeys', `yaml: unmarshal errors:\n  ${errors.join('\n  ')}`, { position: findings[0]?.position })
    this.errors = errors
    this.positions = findings.map(({ position }) => position)
  }
}

/** Reports whether `error` means that a text is not YAML, from any loaded copy of this package. */
export function isYAMLError(error: unknown): error is YAMLSyntaxError {
  return isMachineryError(error, 'InvalidYAML')
}

/** Reports whether `error` lists duplicate YAML keys, whichever loaded copy of this package it is from. */
export function isDuplicateKeysError(error: unknown): error is YAMLDuplicateKeysError {
  return isMachineryError(error, 'DuplicateYAMLKeys')
}
