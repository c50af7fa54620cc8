import { beforeAll, describe, expect, it } from 'vitest'
import { configMap, configMaps, TestAPI } from './test-api.js'

describe('a list by name with a token to continue', () => {
  let api: TestAPI
  let token: string
  beforeAll(async () => {
    api = await TestAPI.start()
    for (const name of ['s1', 's2', 's3']) await api.call('POST', configMaps, { body: configMap(name) })
    token = (await api.call('GET', `${configMaps}?limit=1`)).body.metadata.continue
  })

  it.each([
    ['a token that is none', 'fieldSelector=metadata.name=s1&continue=x'],
    ['an empty object', 'fieldSelector=metadata.name=s1&continue=e30'],
    ['a name that is not there', 'fieldSelector=metadata.name=nosuch&continue=%21'],
    ['a name and a namespace', 'fieldSelector=metadata.namespace=ns,metadata.name=s1&continue=x'],
  ])('is refused with %s', async (_form, query) => {
    const { status, body } = await api.call('GET', `${configMaps}?${query}`)
    expect([status, body.reason]).toEqual([400, 'BadRequest'])
    expect(body.message).toContain('continue key is not valid')
  })

  it('is a later page of the collection with a token of it', async () => {
    const names = async (name: string): Promise<string[]> => {
      const query = `fieldSelector=metadata.name=${name}&continue=${token}`
      const { body } = await api.call('GET', `${configMaps}?${query}`)
      return body.items.map((item: { metadata: { name: string } }) => item.metadata.name)
    }
    expect(await names('s1')).toEqual([])
    expect(await names('s3')).toEqual(['s3'])
  })

  it('is one object where the token is empty', async () => {
    const { status, body } = await api.call('GET', `${configMaps}?fieldSelector=metadata.name=s1&continue=`)
    expect([status, body.items.length]).toEqual([200, 1])
  })
})
