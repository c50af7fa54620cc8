import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { manifestDocuments, manifestFolder, manifestRequest, verdict } from './manifest-documents.mjs'
import { sourceOperations } from './source-operations.js'

interface Answer {
  readonly error?: string
  readonly errorType?: string
}

const verdicts = JSON.parse(readFileSync(new URL('../golden/manifests.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>

describe.skipIf(!existsSync(manifestFolder))('real manifests (skipped without ../shared/upstream)', () => {
  test('are accepted and refused as Go does, for the same reasons', async () => {
    const { strictdecode } = await sourceOperations('json')
    const answers = manifestDocuments().map((document: { name: string; text: string }) => {
      try {
        return [document.name, verdict(strictdecode?.(manifestRequest(document)) as Answer)]
      } catch (error) {
        return [document.name, (error as Error).message]
      }
    })
    expect(Object.fromEntries(answers)).toEqual(verdicts)
  })
})
