import { createPrivateKey } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureCertificates } from '../../src/serving/index.js'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-account-key-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('the key of service accounts is made when it is first needed, once, and stays', async () => {
  const file = join(folder, 'service-account.key')
  const { serviceAccountKey: make } = await ensureCertificates(folder, ['localhost'], new Date())
  if (typeof make === 'string') throw new Error('there was no key yet')
  expect(existsSync(file)).toBe(false)

  const [first, second] = await Promise.all([make(), make()])
  expect(second).toBe(first)
  expect(createPrivateKey(first).asymmetricKeyDetails?.modulusLength).toBe(2048)
  expect(readFileSync(file, 'utf8')).toBe(first)

  expect((await ensureCertificates(folder, ['localhost'], new Date())).serviceAccountKey).toBe(first)
})
