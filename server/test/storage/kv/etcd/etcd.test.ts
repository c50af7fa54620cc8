import { conformanceCases, runConformanceCase } from '@apimachinery/server/storage/kv/conformance'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { supportsProgress } from '../../../../src/storage/kv/etcd/etcd-version.js'
import { prefixEnd } from '../../../../src/storage/kv/etcd/messages.js'
import { EtcdServer, hasEtcd } from './etcd-server.js'

describe('certificates and users of etcd', () => {
  it('is where a prefix ends', () => {
    expect([...prefixEnd(Uint8Array.of(1, 2))]).toEqual([1, 3])
    expect([...prefixEnd(Uint8Array.of(1, 255, 255))]).toEqual([2])
    expect([...prefixEnd(Uint8Array.of(255))]).toEqual([0])
    expect([...prefixEnd(new Uint8Array(0))]).toEqual([0])
  })

  it('knows the releases with correct progress notifications', () => {
    const truly = ['3.4.31', '3.5.13', '3.6.0', '3.7.0-alpha.1', '4.0.0']
    const not = ['3.4.23', '3.4.30', '3.5.0', '3.5.12', '3.3.99', '2.0.0']
    expect(truly.filter(supportsProgress)).toEqual(truly)
    expect(not.filter(supportsProgress)).toEqual([])
  })
})

describe.runIf(hasEtcd)('etcd conforms', () => {
  let server: EtcdServer
  let count = 0
  beforeAll(async () => {
    server = await EtcdServer.start()
  })
  afterAll(() => server?.stop())

  const open = async () => {
    const kv = await EtcdKV.open({ endpoints: [server.endpoint] })
    return {
      kv,
      prefix: `/suite/${++count}/`,
      advance: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
      close: () => kv.close(),
    }
  }
  for (const test of conformanceCases) it(test.name, () => runConformanceCase(test, open))

  it('takes the end of what keys there may be as a range', async () => {
    const { kv, prefix, close } = await open()
    await kv.txn({ compare: [], success: [{ type: 'put', key: `${prefix}a`, value: new Uint8Array(1) }] })
    const all = await kv.range({ key: '', prefix: true, keysOnly: true })
    expect(all.kvs.map(({ key }) => key)).toContain(`${prefix}a`)
    await close()
  })

  it('says what cannot be reached', async () => {
    await expect(
      EtcdKV.open({ endpoints: ['http://127.0.0.1:1'], requestTimeout: 500, dialTimeout: 500 }),
    ).rejects.toMatchObject({
      name: 'KVError',
    })
  })
})
