import { Service } from 'apimachinery/api/core/v1'
import { IPAddress } from 'apimachinery/api/networking/v1'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { addressRange, isInRange } from '../../src/kinds/core/service/address-range.js'
import { ClusterIPRepair } from '../../src/kinds/core/service/cluster-ip-repair.js'

const start = Date.parse('2012-01-01T00:00:00Z')
const at = (seconds: number): string => new Date(start + seconds * 1000).toISOString().replace('.000', '')

/** A service that was created a second after the start. */
function service(name: string, clusterIPs: readonly string[], created = 1): Service {
  const metadata = { namespace: 'bar', name, creationTimestamp: at(created) }
  return new Service({ metadata, spec: { type: 'ClusterIP', clusterIP: clusterIPs[0], clusterIPs } as never })
}

/** The object of an address as the allocator makes it. */
function address(name: string, owner = 'test-svc', created = 0): IPAddress {
  const labels = {
    'ipaddress.kubernetes.io/ip-family': name.includes(':') ? 'IPv6' : 'IPv4',
    'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
  }
  const parentRef = { group: '', resource: 'services', namespace: 'bar', name: owner }
  return new IPAddress({ metadata: { name, labels, creationTimestamp: at(created) }, spec: { parentRef } })
}

/** As {@link address}, with labels or a reference of its own. */
function changed(object: IPAddress, { labels, parentRef }: { labels?: object; parentRef?: object }): IPAddress {
  if (labels !== undefined) object.metadata = { ...object.metadata, labels: labels as never }
  if (parentRef !== undefined) object.spec = { parentRef: parentRef as never }
  return object
}

interface Case {
  readonly services?: readonly Service[]
  readonly addresses?: readonly IPAddress[]
  /** In addition to the two default ones. */
  readonly cidrs?: readonly string[]
  /** Seconds since the start. */
  readonly now?: number
  readonly actions?: readonly string[]
  readonly events?: readonly string[]
}

const notAllocated = (what: string): string => `ClusterIPNotAllocated Cluster IP ${what} is not allocated; repairing`
const wrong = (what: string): string =>
  `ClusterIPNotAllocated the ClusterIP ${what} for Service bar/test-svc has a wrong reference; repairing`
const outside = (what: string): string =>
  `ClusterIPOutOfRange Cluster IP ${what} is not within any configured Service CIDR; please recreate service`
const leaked = (name: string): string =>
  `IPAddressNotAllocated IPAddress: ${name} for Service bar/test-svc appears to have leaked: cleaning up`
const wrongReference = (name: string): string =>
  `IPAddressWrongReference IPAddress: ${name} for Service bar/test-svc has a wrong reference; cleaning up`
const gateway = { group: 'gateway.k8s.io', resource: 'gateways', namespace: 'foo', name: 'gw' }

const cases: Record<string, Case> = {
  'nothing of one family': {
    services: [service('test-svc', ['10.0.1.1'])],
    addresses: [address('10.0.1.1')],
  },
  'nothing of two families': {
    services: [service('test-svc', ['10.0.1.1', '2001:db8::10'])],
    addresses: [address('10.0.1.1'), address('2001:db8::10')],
  },
  'nothing of ranges that were added': {
    services: [service('test-svc', ['192.168.0.1', '2001:db8:a:b::10'])],
    addresses: [address('192.168.0.1'), address('2001:db8:a:b::10')],
    cidrs: ['192.168.0.0/24', '2001:db8:a:b::/64'],
  },
  'nothing of a service without an address': { services: [service('test-svc', ['None'])] },
  'an address without object': {
    services: [service('test-svc', ['10.0.1.1'])],
    actions: ['create 10.0.1.1 test-svc'],
    events: [notAllocated('[IPv4]: 10.0.1.1')],
  },
  'two addresses without objects': {
    services: [service('test-svc', ['10.0.1.1', '2001:db8::10'])],
    actions: ['create 10.0.1.1 test-svc', 'create 2001:db8::10 test-svc'],
    events: [notAllocated('[IPv4]: 10.0.1.1'), notAllocated('[IPv6]: 2001:db8::10')],
  },
  'an address of a range that was added without object': {
    services: [service('test-svc', ['192.168.1.1'])],
    cidrs: ['192.168.1.0/24'],
    actions: ['create 192.168.1.1 test-svc'],
    events: [notAllocated('[IPv4]: 192.168.1.1')],
  },
  'a reference to a service that there is not': {
    services: [service('test-svc', ['10.0.1.1'])],
    addresses: [address('10.0.1.1', 'test-svc2')],
    actions: ['delete 10.0.1.1', 'create 10.0.1.1 test-svc'],
    events: [wrong('[IPv4]: 10.0.1.1')],
  },
  'references to a service that there is not, of two families': {
    services: [service('test-svc', ['10.0.1.1', '2001:db8::10'], -1)],
    addresses: [address('10.0.1.1', 'test-svc2'), address('2001:db8::10', 'test-svc2')],
    actions: ['delete 10.0.1.1', 'create 10.0.1.1 test-svc', 'delete 2001:db8::10', 'create 2001:db8::10 test-svc'],
    events: [wrong('[IPv4]: 10.0.1.1'), wrong('[IPv6]: 2001:db8::10')],
  },
  'a reference to what is no service': {
    services: [service('test-svc', ['10.0.1.1'])],
    addresses: [changed(address('10.0.1.1'), { parentRef: gateway })],
    actions: ['delete 10.0.1.1', 'create 10.0.1.1 test-svc'],
    events: [wrong('[IPv4]: 10.0.1.1')],
  },
  'an object without the labels of the allocator': {
    services: [service('test-svc', ['10.0.1.1'])],
    addresses: [changed(address('10.0.1.1'), { labels: { a: 'b' } })],
    actions: ['delete 10.0.1.1', 'create 10.0.1.1 test-svc'],
  },
  'an object with the label of the other family': {
    services: [service('test-svc', ['10.0.1.1'])],
    addresses: [changed(address('10.0.1.1'), { labels: address('::1').metadata?.labels as object })],
    actions: ['delete 10.0.1.1', 'create 10.0.1.1 test-svc'],
  },
  'no address outside all ranges': {
    services: [service('test-svc', ['192.168.1.1', '2001:db8::10'])],
    addresses: [address('192.168.1.1'), address('2001:db8::10')],
    events: [outside('[IPv4]: 192.168.1.1')],
  },
  'no address of a network': {
    services: [service('test-svc', ['10.0.0.0'])],
    addresses: [address('10.0.0.0')],
    events: [outside('[IPv4]: 10.0.0.0')],
  },
  'no address of broadcasts': {
    services: [service('test-svc', ['10.0.255.255'])],
    addresses: [address('10.0.255.255')],
    events: [outside('[IPv4]: 10.0.255.255')],
  },
  'no address of an IPv6 network': {
    services: [service('test-svc', ['2001:db8::'])],
    addresses: [address('2001:db8::')],
    events: [outside('[IPv6]: 2001:db8::')],
  },
  'nothing of the last IPv6 address': {
    services: [service('test-svc', ['2001:db8::ffff:ffff:ffff:ffff'])],
    addresses: [address('2001:db8::ffff:ffff:ffff:ffff')],
  },
  'no new object without service': { addresses: [address('10.0.1.1')] },
  'an object without service': {
    addresses: [address('10.0.1.1')],
    now: 70,
    actions: ['delete 10.0.1.1'],
    events: [leaked('10.0.1.1')],
  },
  'no new object of broadcasts without service': { addresses: [address('10.0.255.255')] },
  'an object of broadcasts without service': {
    addresses: [address('10.0.255.255')],
    now: 90,
    actions: ['delete 10.0.255.255'],
    events: [leaked('10.0.255.255')],
  },
  'a second object of a service': {
    services: [service('test-svc', ['10.0.1.1'])],
    addresses: [address('10.0.1.1'), address('10.0.1.2')],
    actions: ['delete 10.0.1.2'],
    events: [wrongReference('10.0.1.2')],
  },
  'no second object of a service that may just be created again': {
    services: [service('test-svc', ['10.0.1.1'])],
    addresses: [address('10.0.1.1'), address('10.0.1.2', 'test-svc', 2)],
    now: 3,
  },
  'a second object of a service that was created before': {
    services: [service('test-svc', ['10.0.1.1'])],
    addresses: [address('10.0.1.1'), address('10.0.1.2', 'test-svc', 2)],
    now: 10,
    actions: ['delete 10.0.1.2'],
    events: [wrongReference('10.0.1.2')],
  },
  'no address that two services have': {
    services: [service('test-svc', ['10.0.1.1']), service('test-svc2', ['10.0.1.1'])],
    addresses: [address('10.0.1.1', 'test-svc2')],
    events: [
      'ClusterIPAlreadyAllocated Cluster IP [IPv4]:10.0.1.1 was assigned to multiple services; please recreate service',
    ],
  },
  'no object of another controller': {
    addresses: [
      changed(address('2001:db8::11'), {
        labels: { 'ipaddress.kubernetes.io/managed-by': 'controller-foo' },
        parentRef: gateway,
      }),
    ],
    now: 90,
  },
  'an object of the allocator that somebody else changed': {
    addresses: [changed(address('10.0.1.1'), { parentRef: gateway })],
    actions: ['delete 10.0.1.1'],
    events: [
      'IPAddressNotAllocated IPAddress 10.0.1.1 appears to have been modified, not referencing a Service &{gateway.k8s.io gateways foo gw}: cleaning up',
    ],
  },
}

describe('a repair of addresses repairs', () => {
  it.each(Object.entries(cases))('%s', async (_, { services = [], addresses = [], cidrs = [], now = 0, ...wanted }) => {
    const ranges = ['10.0.0.0/16', '2001:db8::/64', ...cidrs].map(addressRange)
    const objects = new Map(addresses.map((object) => [object.metadata?.name ?? '', object]))
    const [actions, events]: [string[], string[]] = [[], []]
    const repair = new ClusterIPRepair({
      services: {
        get: (namespace, name) => services.find(({ metadata }) => `${namespace}/${name}` === `bar/${metadata?.name}`),
        list: () => services,
      },
      addresses: { get: (_, name) => objects.get(name), list: () => objects.values() },
      ips: {
        isInAnyRange: (ip) => ranges.some((range) => isInRange(range, ip)),
        claim: async (ip, { name }) => {
          actions.push(`create ${ip} ${name}`)
          objects.set(ip, address(ip, name))
          return true
        },
        release: async (ip) => {
          actions.push(`delete ${ip}`)
          objects.delete(ip)
        },
      },
      events: { event: (_, { type, reason, note }) => void events.push(`${type} ${reason} ${note}`) },
      clock: new FakeClock(start + now * 1000),
    })
    await repair.run()
    expect(actions).toEqual(wanted.actions ?? [])
    expect(events).toEqual((wanted.events ?? []).map((event) => `Warning ${event}`))
    const after = [actions.length, events.length]
    await repair.run()
    expect(actions.length).toBe(after[0])
  })
})
