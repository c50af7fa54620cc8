import type { ConfigurationField } from '../document/configuration-field.js'

/** What of this machine a configuration may use; nothing by default. */
export interface LocalAccess {
  /** The files of logs that it names are read. */
  readonly files?: boolean | undefined
  /**
   * Commands are run with the rights of this process, those that clients of `pods/exec` ask for among them, and addresses are dialled
   * from this machine.
   */
  readonly commands?: boolean | undefined
  /** Ends the messages about what is not allowed: how it could be. */
  readonly advice?: string | undefined
}

const usualAdvice = 'the third argument of readNodesConfiguration allows it'

/** A field that names a file of this machine; `undefined` if it is absent. @throws InvalidField where that is not allowed */
export function readFileName(field: ConfigurationField, access: LocalAccess): string | undefined {
  const name = field.text()
  if (name === '') return undefined
  if (access.files !== true) throw refused(field, access, 'reads a file of the machine of the server')
  return name
}

/** @throws InvalidField for a field that is there, where commands and addresses are not allowed */
export function checkCommands(field: ConfigurationField, access: LocalAccess, what: string): void {
  if (!field.isAbsent && access.commands !== true) throw refused(field, access, what)
}

function refused(field: ConfigurationField, { advice = usualAdvice }: LocalAccess, what: string): Error {
  return field.error(`${what}, which is not allowed: ${advice}`)
}
