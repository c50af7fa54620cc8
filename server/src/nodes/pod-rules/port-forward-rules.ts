import type { ConfigurationField } from '../document/configuration-field.js'
import { checkCommands, type LocalAccess } from './local-access.js'
import { type EntryReader, readTexts } from './rule-document.js'

/** Where connections to a port lead. */
export type ForwardDestination =
  /** A command of this machine, over its standard input and output. */
  | { readonly command: readonly string[] }
  | { readonly address: string; readonly port: number }
  /** Sends this when the client has sent something, and ends. */
  | { readonly response: string }
  /** Sends back what comes. */
  | { readonly echo: true }

/** Connections to ports of pods. */
export interface ForwardEntry {
  readonly ports: readonly number[]
  readonly destination: ForwardDestination | undefined
}

/** Entries of kwok, which lead to addresses and commands of this machine. */
export function kwokForwardReader(access: LocalAccess): EntryReader<ForwardEntry> {
  return {
    list: 'forwards',
    read(entry) {
      const { ports, target, command } = entry.members(['ports', 'target', 'command'])
      checkCommands(command, access, 'runs a command on the machine of the server')
      checkCommands(target, access, 'dials an address from the machine of the server')
      return { ports: readPorts(ports), destination: readDestination(target, command) }
    },
  }
}

/** Entries that have the answer. */
export const ownForwardReader: EntryReader<ForwardEntry> = {
  list: 'forwards',
  read(entry) {
    const { ports, response, echo } = entry.members(['ports', 'response', 'echo'])
    const text = response.optionalText()
    if (echo.boolean() && text !== undefined) throw echo.error('may not be set beside response')
    if (!echo.boolean() && text === undefined) throw entry.error('needs response or echo')
    return { ports: readPorts(ports), destination: text === undefined ? { echo: true } : { response: text } }
  },
}

function readDestination(target: ConfigurationField, command: ConfigurationField): ForwardDestination | undefined {
  const words = readTexts(command)
  if (words.length > 0) return { command: words }
  if (target.isAbsent) return undefined
  const { port, address } = target.members(['port', 'address'])
  return { address: address.requiredText(), port: readPort(port) }
}

function readPorts(field: ConfigurationField): readonly number[] {
  return field.items().map(readPort)
}

const mostPort = 65_535

function readPort(field: ConfigurationField): number {
  const port = field.count()
  if (port === undefined) throw field.error('is required')
  if (port > mostPort) throw field.error(`must not be greater than ${mostPort}`)
  return port
}
