import { appendAll } from '../../../internal/append-all.js'
import { duplicate, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isValidPortName, isValidPortNum } from '../../../validation/number-rules.js'
import { structsOf } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import type { PodCheck } from '../pod/pod-check.js'
import type { Container, ContainerPort } from '../v1/types.gen.js'

const protocols = ['SCTP', 'TCP', 'UDP']

/** Checks the ports of one container. */
export function validateContainerPorts(ports: readonly ContainerPort[], path: FieldPath, check: PodCheck): void {
  const names = new Set<string>()
  for (const [i, port] of ports.entries()) {
    const at = path.index(i)
    validatePortName(port.name ?? '', at.child('name'), { check, names })
    validateNumbers(port, at, check)
    const protocol = port.protocol ?? ''
    if (protocol === '') check.errors.push(required(at.child('protocol'), ''))
    else if (!protocols.includes(protocol)) {
      check.errors.push(notSupportedNamed(at.child('protocol'), protocol, protocols))
    }
  }
}

function validatePortName(name: string, path: FieldPath, seen: { check: PodCheck; names: Set<string> }): void {
  if (name === '') return
  const problems = isValidPortName(name)
  if (problems.length > 0)
    appendAll(
      seen.check.errors,
      problems.map((problem) => invalid(path, name, problem)),
    )
  else if (seen.names.has(name)) seen.check.errors.push(duplicate(path, name))
  else seen.names.add(name)
}

function validateNumbers(port: ContainerPort, path: FieldPath, check: PodCheck): void {
  const containerPort = port.containerPort ?? 0
  const hostPort = port.hostPort ?? 0
  if (containerPort === 0) check.errors.push(required(path.child('containerPort'), ''))
  else {
    for (const problem of isValidPortNum(containerPort)) {
      check.errors.push(invalid(path.child('containerPort'), containerPort, problem))
    }
  }
  if (hostPort === 0) return
  for (const problem of isValidPortNum(hostPort)) check.errors.push(invalid(path.child('hostPort'), hostPort, problem))
}

/** Finds host ports that two containers use. */
export function validateHostPortConflicts(containers: readonly Container[], path: FieldPath, check: PodCheck): void {
  const taken = new Set<string>()
  for (const [i, container] of containers.entries()) {
    for (const [j, port] of structsOf(container.ports).entries()) {
      if ((port.hostPort ?? 0) === 0) continue
      const key = `${port.protocol ?? ''}/${port.hostIP ?? ''}/${port.hostPort}`
      if (taken.has(key)) {
        check.errors.push(duplicate(path.index(i).child('ports').index(j).child('hostPort'), key))
      } else taken.add(key)
    }
  }
}
