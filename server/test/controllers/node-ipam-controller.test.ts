import { expect, test } from 'vitest'
import { nodeCIDROptions } from '../../src/controllers/node-ipam-controller/node-cidr-options.js'
import { NodeRanges } from '../../src/controllers/node-ipam-controller/node-ranges.js'

const none = { serviceCIDRs: [], maskSize: 0, maskSizeIPv4: 0, maskSizeIPv6: 0 }

test('parts are given one after the other, and come round again', () => {
  const ranges = new NodeRanges('10.244.0.0/22', 24)
  ranges.occupy('10.244.1.0/24')
  expect([ranges.take(), ranges.take(), ranges.take(), ranges.take()]).toEqual([
    '10.244.0.0/24',
    '10.244.2.0/24',
    '10.244.3.0/24',
    undefined,
  ])
  ranges.release('10.244.2.0/24')
  expect(ranges.take()).toBe('10.244.2.0/24')
})

test('a range of addresses takes the parts that it touches', () => {
  const ranges = new NodeRanges('10.0.0.0/22', 24)
  ranges.occupy('10.0.1.128/25')
  ranges.occupy('10.0.2.0/23')
  expect([ranges.take(), ranges.take()]).toEqual(['10.0.0.0/24', undefined])
  expect(() => ranges.occupy('10.1.0.0/24')).toThrow('out the range')
  expect(ranges.overlaps('10.0.0.0/8')).toBe(true)
})

test('IPv6 ranges have their own form', () => {
  const ranges = new NodeRanges('fd00:1234::/48', 64)
  expect([ranges.take(), ranges.take()]).toEqual(['fd00:1234::/64', 'fd00:1234:0:1::/64'])
  expect(() => new NodeRanges('fd00::/16', 64)).toThrow('too big')
})

test('sizes belong to families', () => {
  const dual = ['10.244.0.0/16', 'fd00::/56']
  expect(nodeCIDROptions({ ...none, clusterCIDRs: dual, maskSizeIPv4: 26 }).maskSizes).toEqual([26, 64])
  expect(() => nodeCIDROptions({ ...none, clusterCIDRs: dual, maskSize: 24 })).toThrow('dual-stack')
  expect(() => nodeCIDROptions({ ...none, clusterCIDRs: ['10.0.0.0/8'], maskSizeIPv6: 64 })).toThrow(
    'single-stack IPv4',
  )
  expect(() => nodeCIDROptions({ ...none, clusterCIDRs: [] })).toThrow('--cluster-cidr')
})
