import { type FieldError, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'

/** The protocols of ports. */
export const portProtocols: readonly string[] = ['SCTP', 'TCP', 'UDP']

/** Checks the protocol of a port, which must be set. */
export function validatePortProtocol(protocol: string | null | undefined, path: FieldPath): FieldError[] {
  if (!protocol) return [required(path, '')]
  return portProtocols.includes(protocol) ? [] : [notSupported(path, protocol, portProtocols).withJSONText()]
}
