import type { Pod } from 'apimachinery/api/core/v1'

/** A port of a node that a container uses. */
export interface HostPort {
  readonly ip: string
  /** Protocol and number: `TCP/80`. */
  readonly port: string
}

const anyAddress = '0.0.0.0'

/** The ports of its node that a pod uses, those of sidecars included. Source: `GetHostPorts` of pkg/scheduler/util. */
export function hostPortsOf({ spec }: Pod): HostPort[] {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always')
  return [...(spec?.containers ?? []), ...sidecars].flatMap(({ ports = [] }) =>
    ports
      .filter(({ hostPort = 0 }) => hostPort > 0)
      .map(({ hostIP, protocol, hostPort }) => ({
        ip: hostIP || anyAddress,
        port: `${protocol || 'TCP'}/${hostPort}`,
      })),
  )
}

/**
 * The ports in use on a node: addresses by port. As upstream, a port that two pods use is free when one of them goes:
 * the scheduler never lets that happen.
 *
 * Source: `HostPortInfo` of k8s.io/kube-scheduler/framework.
 */
export class UsedPorts {
  readonly #addresses = new Map<string, Set<string>>()

  add({ ip, port }: HostPort): void {
    const addresses = this.#addresses.get(port)
    if (addresses === undefined) this.#addresses.set(port, new Set([ip]))
    else addresses.add(ip)
  }

  remove({ ip, port }: HostPort): void {
    const addresses = this.#addresses.get(port)
    if (addresses?.delete(ip) === true && addresses.size === 0) this.#addresses.delete(port)
  }

  /** Whether a port is taken: on the same address, or where one of both is any address. */
  conflictsWith({ ip, port }: HostPort): boolean {
    const addresses = this.#addresses.get(port)
    if (addresses === undefined) return false
    return ip === anyAddress || addresses.has(anyAddress) || addresses.has(ip)
  }

  clone(): UsedPorts {
    const copy = new UsedPorts()
    for (const [port, addresses] of this.#addresses) copy.#addresses.set(port, new Set(addresses))
    return copy
  }
}
