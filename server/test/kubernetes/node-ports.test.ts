import { describe, expect, it } from 'vitest'
import {
  addressesOf,
  addressRange,
  formatAddress,
  isInRange,
  parseAddress,
} from '../../src/kubernetes/core/services/address-range.js'
import { NodePorts, parsePortRange } from '../../src/kubernetes/core/services/node-ports.js'

describe('a range of addresses', () => {
  it.each([
    ['10.96.0.0/16', '10.96.0.1', '10.96.255.254', 256],
    ['10.0.0.7/24', '10.0.0.1', '10.0.0.254', 16],
    ['192.168.1.0/29', '192.168.1.1', '192.168.1.6', 0],
    ['fd00:10:96::/112', 'fd00:10:96::1', 'fd00:10:96::ffff', 256],
  ])('%s goes from %s to %s', (cidr, ...[first, last, offset]) => {
    const range = addressRange(cidr)
    expect(formatAddress(range.first, range.family)).toBe(first)
    expect(formatAddress(range.last, range.family)).toBe(last)
    expect(range.offset).toBe(offset)
  })

  it.each(['10.96.0.0', '10.96.0.0/33', 'a/8', '10.96.0.0/', 'fd00::/48'])('is not %s', (cidr) => {
    expect(() => addressRange(cidr)).toThrow()
  })

  it('reads the forms of IPv6 addresses', () => {
    expect(parseAddress('::')).toBe(0n)
    expect(parseAddress('::ffff:1.2.3.4')).toBe(0xffff_0102_0304n)
    expect(formatAddress(parseAddress('2001:db8:0:0:1:0:0:1'), 'IPv6')).toBe('2001:db8::1:0:0:1')
  })

  it('leaves out the addresses of the network and of the broadcast', () => {
    const range = addressRange('10.96.0.0/16')
    expect(isInRange(range, '10.96.0.0')).toBe(false)
    expect(isInRange(range, '10.96.255.255')).toBe(false)
    expect(isInRange(range, '10.96.255.254')).toBe(true)
    expect(isInRange(range, 'fd00::1')).toBe(false)
  })

  it('gives each address once, those that people choose last', () => {
    const all = [...addressesOf(addressRange('10.0.0.0/27'), () => 0.5)]
    expect(new Set(all).size).toBe(30)
    expect(all.slice(14)).toEqual(expect.arrayContaining(['10.0.0.1', '10.0.0.16']))
    expect(all.slice(0, 14)).not.toContain('10.0.0.1')
  })
})

describe('ports of nodes', () => {
  it.each([
    ['30000-32767', { first: 30_000, size: 2768 }],
    ['80+1', { first: 80, size: 2 }],
  ])('%s is a range', (text, range) => {
    expect(parsePortRange(text)).toEqual(range)
  })

  it.each(['', '80', '90-80', '1-70000'])('%j is none', (text) => {
    expect(() => parsePortRange(text)).toThrow('unable to parse port range')
  })

  it('are given out until all are taken', () => {
    const ports = new NodePorts({ first: 100, size: 3 }, () => 0)
    const given = [ports.next(), ports.next()]
    expect(given).toEqual([100, 100])
    for (let i = 0; i < 3; i++) ports.reserve(ports.next() as number)
    expect(ports.next()).toBeUndefined()
    ports.settle([101])
    expect(ports.next()).toBe(101)
  })

  it('follow the newest news of a service', () => {
    const ports = new NodePorts({ first: 100, size: 3 })
    ports.record('a/b', 5, [100])
    ports.record('a/b', 4, [101])
    expect([100, 101].map((port) => ports.isFree(port))).toEqual([false, true])
    ports.recordAfter('a/b', 5, [])
    ports.record('a/b', 5, [100])
    expect(ports.isFree(100)).toBe(true)
    ports.recordAfter('a/b', 6, [])
    ports.recordAfter('a/b', 0, [102])
    ports.forget('a/b', 6)
    expect(ports.ownersOf(102)).toEqual(['a/b'])
    ports.forget('a/b', 9)
    expect(ports.isFree(102)).toBe(true)
  })
})
