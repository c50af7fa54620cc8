import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, type Body, definition, version } from '../customresources/api.js'
import { realDefinitions } from '../customresources/real-definitions.js'

// kubectl before 1.27 explains by OpenAPI v2, later ones by v3; both are asked here.

const found = spawnSync('kubectl', ['version', '--client'], { timeout: 20_000 }).status === 0
if (!found) console.warn('no kubectl in PATH: its explanations of custom resources are skipped')

const own = definition('Explained', {
  group: 'explain.example.com',
  versions: [
    version('v1', {
      spec: {
        type: 'object',
        description: 'What is wanted.',
        required: ['size'],
        properties: {
          size: { type: 'integer', description: 'How large it is.' },
          port: { 'x-kubernetes-int-or-string': true },
          tags: { type: 'array', items: { type: 'string' } },
          limits: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    }),
  ],
})

describe.skipIf(!found)('kubectl explain', () => {
  const all = [own, ...realDefinitions()]
  let folder: string
  let server: TestServer
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'apimachinery-explain-'))
    server = await TestServer.start({ groups: [] })
    const api = new API(server)
    await Promise.all(all.map((each) => api.establish(each)))
    const kubeconfig = join(folder, 'kubeconfig')
    writeFileSync(kubeconfig, await server.kubeconfig())
    env = { ...process.env, HOME: folder, KUBECONFIG: kubeconfig }
  }, 60_000)

  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function explain(...args: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      execFile('kubectl', ['explain', ...args], { env, timeout: 30_000 }, (failure, out, error) =>
        failure === null ? resolve(out) : reject(new Error(error)),
      )
    })
  }

  it.each(['plaintext', 'plaintext-openapiv2'])(
    'knows the fields of all definitions by %s',
    async (output) => {
      for (const { spec } of all) {
        const served = spec.versions.find((each: Body) => each.served)
        const name = [spec.names.plural, served.name, spec.group].join('.')
        const resource = [spec.names.plural, `--api-version=${spec.group}/${served.name}`]
        const text = await explain(...resource, '--recursive', `--output=${output}`)
        expect(text, name).toMatch(new RegExp(`KIND: +${spec.names.kind}\n`))
        const { properties = {} } = served.schema.openAPIV3Schema
        for (const [field, schema] of Object.entries(properties) as [string, Body][]) {
          expect(text, name).toContain(`\n  ${output === 'plaintext' ? '' : ' '}${field}\t`)
          for (const below of Object.keys(schema.properties ?? {})) expect(text, name).toContain(` ${below}\t`)
        }
        // Common metadata has its own definition.
        expect(text, name).toContain(' creationTimestamp\t<')
      }
    },
    120_000,
  )

  it.each(['plaintext', 'plaintext-openapiv2'])(
    'tells of one field by %s',
    async (output) => {
      const text = await explain('explaineds.spec.size', `--output=${output}`)
      expect(text).toContain('How large it is.')
      expect(text).toMatch(/FIELD: +size <integer>/)
      expect(await explain('explaineds.spec', `--output=${output}`)).toContain('What is wanted.')
      await expect(explain('explaineds.spec.nothing', `--output=${output}`)).rejects.toThrow(
        'field "nothing" does not exist',
      )
    },
    60_000,
  )

  it.each(['plaintext', 'plaintext-openapiv2'])(
    "tells of metadata by %s what Kubernetes' own tests expect",
    async (output) => {
      const text = await explain('explaineds.metadata', `--output=${output}`)
      expect(text).toMatch(/DESCRIPTION:.*Standard object's metadata.*FIELDS:.*creationTimestamp\t<string>/s)
      expect(text).toMatch(/creationTimestamp\t<string>\s+CreationTimestamp is a timestamp/)
    },
    60_000,
  )
})
