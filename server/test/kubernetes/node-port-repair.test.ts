import { Service } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { NodePortRepair } from '../../src/kinds/core/service/node-port-repair.js'
import type { StoredPorts } from '../../src/kinds/core/service/node-ports.js'
import { PortBitmap } from '../../src/kinds/core/service/port-bitmap.js'
import { parsePortRange } from '../../src/kinds/core/service/port-range.js'

const range = parsePortRange('100-200')

/** A bitmap that is in no store. */
class Ports {
  readonly range = range
  stored: StoredPorts
  /** How many writes are still lost to others. */
  conflicts = 0
  writes = 0

  constructor(taken: readonly number[] = [], of = '100-200') {
    const bitmap = new PortBitmap(of === '' ? range : parsePortRange(of))
    for (const port of taken) bitmap.add(port)
    this.stored = { revision: 1, range: of, data: bitmap.toBytes() }
  }

  async read() {
    return this.stored
  }

  async replace(_before: StoredPorts, taken: PortBitmap) {
    this.writes++
    if (this.conflicts-- > 0) return false
    this.stored = { revision: this.writes + 1, range: '100-200', data: taken.toBytes() }
    return true
  }

  get taken(): number[] {
    return [...new PortBitmap(range, this.stored.data).ports()]
  }
}

interface Case {
  readonly ports: Ports
  readonly services?: readonly Service[]
}

function repairOf({ ports, services = [] }: Case) {
  const told: string[] = []
  const events = {
    event: (regarding: object, event: object) => {
      const { reason, note, type, action } = event as Record<string, string>
      expect([type, action]).toEqual(['Warning', 'PortAllocation'])
      told.push(`${(regarding as Service).metadata?.name} ${reason} ${note}`)
    },
  }
  return { repair: new NodePortRepair({ ports, services: () => services, events }), told }
}

function service(name: string, ports: readonly (number | [number, string])[], healthCheckNodePort?: number) {
  const all = ports.map((port) => (typeof port === 'number' ? [port, 'TCP'] : port) as [number, string])
  return new Service({
    metadata: { namespace: name, name },
    spec: {
      ports: all.map(([nodePort, protocol]) => ({ port: 80, nodePort, protocol })),
      healthCheckNodePort,
    } as never,
  })
}

describe('a repair of ports', () => {
  it('makes the bitmap where there is none', async () => {
    const ports = new Ports([], '')
    await repairOf({ ports, services: [service('one', [150])] }).repair.run()
    expect(ports.stored.range).toBe('100-200')
    expect(ports.taken).toEqual([150])
  })

  it('keeps a port without service for two repairs', async () => {
    const ports = new Ports([111])
    const { repair } = repairOf({ ports })
    for (let i = 0; i < 2; i++) {
      await repair.run()
      expect(ports.taken).toEqual([111])
    }
    await repair.run()
    expect(ports.taken).toEqual([])
  })

  it('counts from the beginning for a port that had a service in between', async () => {
    const ports = new Ports([111])
    const services: Service[] = []
    const { repair } = repairOf({ ports, services })
    await repair.run()
    services.push(service('one', [111]))
    await repair.run()
    services.pop()
    for (const taken of [[111], [111], []]) {
      await repair.run()
      expect(ports.taken).toEqual(taken)
    }
  })

  it('has the ports of all services in its range, each once', async () => {
    const services = [
      service('one', [111]),
      service('two', [122, 133]),
      service('three', [201]),
      service('four', [0]),
      service('five', [111]),
    ]
    const ports = new Ports()
    const { repair, told } = repairOf({ ports, services })
    await repair.run()
    expect(ports.taken).toEqual([111, 122, 133])
    expect(told).toEqual([
      'one PortNotAllocated Port 111 is not allocated; repairing',
      'two PortNotAllocated Port 122 is not allocated; repairing',
      'two PortNotAllocated Port 133 is not allocated; repairing',
      'three PortOutOfRange Port 201 is not within the port range 100-200; please recreate service',
      'five PortAlreadyAllocated Port 111 was assigned to multiple services; please recreate service',
    ])
  })

  it.each([
    ['one port', service('a', [111]), []],
    ['no port', service('a', []), []],
    [
      'a port for two protocols',
      service('a', [
        [111, 'TCP'],
        [111, 'UDP'],
      ]),
      [],
    ],
    ['a port twice for one protocol', service('a', [111, 111]), ['PortAlreadyAllocated']],
    ['ports of health checks', service('a', [112], 111), []],
    ['a port that is also that of health checks', service('a', [111], 111), ['PortAlreadyAllocated']],
    ['a port of UDP that is also that of health checks', service('a', [[111, 'UDP']], 111), []],
  ])('takes %s', async (_, service, reasons) => {
    const { repair, told } = repairOf({ ports: new Ports([111, 112]), services: [service] })
    await repair.run()
    expect(told.map((line) => line.split(' ')[1])).toEqual(reasons)
  })

  it('takes over what was taken in another range', async () => {
    const ports = new Ports([90, 95, 120], '90-150')
    await repairOf({ ports, services: [service('one', [120])] }).repair.run()
    expect(ports.stored.range).toBe('100-200')
    expect(ports.taken).toEqual([120])
  })

  it('tries again where others write, and counts once', async () => {
    const ports = new Ports([111])
    ports.conflicts = 3
    const { repair } = repairOf({ ports })
    await repair.run()
    await repair.run()
    expect(ports.taken).toEqual([111])
    ports.conflicts = 100
    await expect(repair.run()).rejects.toThrow('unable to persist the updated port allocations')
  })
})
