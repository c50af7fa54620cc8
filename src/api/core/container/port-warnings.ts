import { quote } from '../../../internal/quote.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { structsOf } from '../../validation/go-values.js'
import type { ContainerPort, PodSpec } from '../v1/types.gen.js'
import { allContainers } from './all-containers.js'

/** More warnings about ports add nothing; ports that are all equal have as many as pairs. */
const mostWarnings = 1000

interface PlacedPort {
  readonly port: ContainerPort
  readonly path: FieldPath
}

/** Warnings about ports of a pod that two containers have, and about those that are not what they seem. */
export function warningsForPorts(spec: PodSpec, path: FieldPath): readonly string[] {
  const ports: PlacedPort[] = []
  for (const { container, path: at } of allContainers(spec, path)) {
    for (const [i, port] of structsOf(container.ports).entries()) ports.push({ port, path: at.child('ports').index(i) })
  }
  return [...conflictWarnings(ports), ...nameWarnings(ports)]
}

function conflictWarnings(ports: readonly PlacedPort[]): readonly string[] {
  const warnings: string[] = []
  const known = new Map<string, PlacedPort[]>()
  for (const placed of ports) {
    const { port, path } = placed
    if ((port.hostIP ?? '') !== '' && (port.hostPort ?? 0) === 0) {
      warnings.push(`${path}: hostIP set without hostPort: ${goText(port)}`)
    }
    const key = `${port.containerPort ?? 0}/${port.protocol ?? ''}`
    const others = known.get(key) ?? []
    for (const other of others) {
      if (warnings.length >= mostWarnings) return warnings
      const what = conflictOf(port, other.port)
      if (what !== undefined) warnings.push(`${path}: ${what} port definition with ${other.path}`)
    }
    others.push(placed)
    known.set(key, others)
  }
  return warnings
}

/** How Go prints the struct. */
function goText(given: ContainerPort): string {
  const name = given.name ?? ''
  const hostPort = given.hostPort ?? 0
  const containerPort = given.containerPort ?? 0
  const protocol = given.protocol ?? ''
  const hostIP = given.hostIP ?? ''
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`
}

function conflictOf(a: ContainerPort, b: ContainerPort): string | undefined {
  const [portA, portB] = [a.hostPort ?? 0, b.hostPort ?? 0]
  const [addressA, addressB] = [a.hostIP ?? '', b.hostIP ?? '']
  if (addressA === addressB && portA === portB) return 'duplicate'
  if (portA === 0 || portB === 0) return 'overlapping'
  return portA === portB && (addressA === '' || addressB === '') ? 'dangerously ambiguous' : undefined
}

function nameWarnings(ports: readonly PlacedPort[]): readonly string[] {
  const known = new Map<string, FieldPath>()
  return ports.flatMap(({ port, path }) => {
    const name = port.name ?? ''
    const other = known.get(name)
    if (name === '') return []
    if (other === undefined) {
      known.set(name, path)
      return []
    }
    const effect = `services and probes that select ports by name will use ${other}`
    return [`${path}: duplicate port name ${quote(name)} with ${other}, ${effect}`]
  })
}
