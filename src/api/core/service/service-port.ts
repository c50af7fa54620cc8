import { duplicate, type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isValidPortNum } from '../../../validation/number-rules.js'
import { validateDNS1123Label, validateQualifiedName } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { internalText } from '../../validation/internal-text.js'
import { validatePortProtocol } from '../container/port-protocol.js'
import { validatePortNumOrName } from '../container/probes.js'
import { servicePortDescriptor } from '../v1/descriptors.gen.js'
import type { Service, ServicePort } from '../v1/types.gen.js'
import { isHeadlessService, specOf } from './service-facts.js'

/** Checks each port of a service by itself, and that names differ. */
export function validateServicePorts(service: Service, path: FieldPath): FieldError[] {
  const ports = structsOf(specOf(service).ports)
  const names = new Set<string>()
  return ports.flatMap((port, i) => portErrors(port, { requireName: ports.length > 1, names }, path.index(i)))
}

function portErrors(
  port: ServicePort,
  { requireName, names }: { readonly requireName: boolean; readonly names: Set<string> },
  path: FieldPath,
): FieldError[] {
  const name = port.name ?? ''
  const number = port.port ?? 0
  const errors: FieldError[] = []
  if (requireName && name === '') errors.push(required(path.child('name'), ''))
  else if (name !== '') {
    errors.push(...validateDNS1123Label(name, path.child('name')))
    if (names.has(name)) errors.push(duplicate(path.child('name'), name))
    names.add(name)
  }
  return [
    ...errors,
    ...isValidPortNum(number).map((problem) => invalid(path.child('port'), number, problem)),
    ...validatePortProtocol(port.protocol, path.child('protocol')),
    ...validatePortNumOrName(port.targetPort, path.child('targetPort')),
    ...(isSet(port.appProtocol) ? validateQualifiedName(port.appProtocol, path.child('appProtocol')) : []),
  ]
}

/** Checks that ports of nodes are used where they may be, and that no port occurs twice. */
export function validateServicePortNumbers(service: Service, path: FieldPath): FieldError[] {
  const ports = structsOf(specOf(service).ports)
  const inside = specOf(service).type === 'ClusterIP'
  const detail = "may not be used when `type` is 'ClusterIP'"
  return [
    ...(inside
      ? ports.flatMap(({ nodePort }, i) => (nodePort ? [forbidden(path.index(i).child('nodePort'), detail)] : []))
      : []),
    ...repeated(
      ports,
      ({ protocol, nodePort }) => (nodePort ? `${protocol}/${nodePort}` : undefined),
      ({ nodePort }, i) => duplicate(path.index(i).child('nodePort'), nodePort),
    ),
    ...repeated(
      ports,
      ({ protocol, port }) => `${protocol}/${port}`,
      ({ protocol, port }, i) =>
        duplicate(path.index(i), { protocol, port }).with({
          valueText: internalText(servicePortDescriptor, { protocol, port }),
        }),
    ),
  ]
}

function repeated(
  ports: readonly ServicePort[],
  keyOf: (port: ServicePort) => string | undefined,
  errorOf: (port: ServicePort, index: number) => FieldError,
): FieldError[] {
  const seen = new Set<string>()
  return ports.flatMap((port, i) => {
    const key = keyOf(port)
    if (key === undefined) return []
    if (seen.has(key)) return [errorOf(port, i)]
    seen.add(key)
    return []
  })
}

/** Finds a service without ports that is neither headless nor a name. */
export function validateServiceHasPorts(service: Service, path: FieldPath): FieldError[] {
  const { ports, type } = specOf(service)
  return structsOf(ports).length > 0 || isHeadlessService(service) || type === 'ExternalName'
    ? []
    : [required(path, '')]
}
