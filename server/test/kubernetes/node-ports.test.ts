import { RangeAllocation } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { OpenResources } from '../../src/internal/open-resources.js'
import {
  addressesOf,
  addressRange,
  formatAddress,
  isInRange,
  parseAddress,
} from '../../src/kinds/core/service/address-range.js'
import { NodePorts } from '../../src/kinds/core/service/node-ports.js'
import { PortBitmap } from '../../src/kinds/core/service/port-bitmap.js'
import { formatPortRange, parsePortRange } from '../../src/kinds/core/service/port-range.js'
import { openServerBase } from '../../src/kubernetes/server-base.js'

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
    expect(formatPortRange(range)).toBe(text.replace('80+1', '80-81'))
  })

  it.each(['', '80', '90-80', '1-70000'])('%j is none', (text) => {
    expect(() => parsePortRange(text)).toThrow('unable to parse port range')
  })

  it('are given out until all are taken', () => {
    const ports = new NodePorts(
      { first: 100, size: 3 },
      { storage: {} as never, onError: () => undefined, random: () => 0 },
    )
    const given = [ports.next(), ports.next()]
    expect(given).toEqual([100, 100])
    for (let i = 0; i < 3; i++) ports.reserve(ports.next() as number)
    expect(ports.next()).toBeUndefined()
    ports.settle([101])
    expect(ports.next()).toBe(101)
  })

  it('cannot be had before the bitmap is there', async () => {
    const { open } = servers()
    await expect(open().refresh()).rejects.toThrow(
      'failed to allocate a nodePort: cannot allocate resources of type servicenodeportallocations at this time',
    )
    await expect(open().take([100])).rejects.toThrow('at this time')
  })

  it('belong to the server that is first to write them', async () => {
    const { open } = servers()
    const [ours, other] = [open(), open()]
    expect(await ours.replace(await ours.read(), new PortBitmap(range))).toBe(true)
    await other.refresh()
    expect(await ours.take([100, 107])).toEqual([])
    expect(other.isFree(107)).toBe(true)
    expect(await other.take([106, 107])).toEqual([107])
    expect([106, 107].map((port) => other.isFree(port))).toEqual([true, false])
    await ours.release([107, 5])
    expect(await other.take([106, 107])).toEqual([])
    await ours.refresh()
    expect([...Array(10).keys()].filter((i) => !ours.isFree(100 + i))).toEqual([0, 6, 7])
  })

  it('are replaced only as they were read', async () => {
    const { open } = servers()
    const [ours, other] = [open(), open()]
    const empty = await ours.read()
    expect(await ours.replace(empty, new PortBitmap(range))).toBe(true)
    expect(await other.replace(empty, new PortBitmap(range))).toBe(false)
    const read = await other.read()
    await ours.take([103])
    expect(await other.replace(read, new PortBitmap(range))).toBe(false)
    await other.refresh()
    expect(other.isFree(103)).toBe(false)
  })

  it('of another range are not given out', async () => {
    const { open } = servers()
    const before = open()
    await before.replace(await before.read(), new PortBitmap(range))
    await expect(open({ first: 100, size: 20 }).refresh()).rejects.toThrow(
      'the provided range does not match the current range',
    )
  })

  it('that cannot be released are reported, and nothing fails', async () => {
    const told: unknown[] = []
    await servers((error) => told.push(error))
      .open()
      .release([100])
    expect(String(told)).toContain('at this time')
  })
})

const range = { first: 100, size: 10 }

/** Several servers over one store. */
function servers(onError: (error: unknown) => void = () => undefined) {
  const { storages } = openServerBase({}, new OpenResources())
  const storage = storages.openInternal({ path: 'ranges', resource: 'r', type: RangeAllocation })
  const open = (of = range): NodePorts => new NodePorts(of, { storage, onError })
  return { open }
}

describe('the bitmap of ports', () => {
  it.each([
    [[], []],
    [[30_000], [1]],
    [
      [30_007, 30_008],
      [1, 128],
    ],
    [[30_016], [1, 0, 0]],
  ])('of %j is %j', (ports, bytes) => {
    const bitmap = new PortBitmap(parsePortRange('30000-32767'))
    for (const port of ports) bitmap.add(port)
    expect([...bitmap.toBytes()]).toEqual(bytes)
    expect([...new PortBitmap(bitmap.range, Uint8Array.from(bytes)).ports()]).toEqual(ports)
  })

  it('leaves out what is outside its range', () => {
    const bitmap = new PortBitmap(range)
    bitmap.add(99)
    bitmap.add(110)
    bitmap.delete(99)
    expect([...bitmap.ports()]).toEqual([])
    expect([99, 100, 109, 110].map((port) => bitmap.contains(port))).toEqual([false, true, true, false])
    expect(bitmap.has(110)).toBe(false)
  })
})
