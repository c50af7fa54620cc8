import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SourceProgram } from '../cli/source-program.js'
import { askedVersions, buildEnvtest } from './envtest-program.js'
import { CheckingProgram, withGo } from './go-program.js'
import { findProgram, Session } from './program.js'

const kubectl = findProgram('kubectl')
const versions = withGo && kubectl !== undefined ? askedVersions() : []
if (versions.length === 0)
  console.warn('skipped without Go, kubectl, INTEROP=1 and ENVTEST_VERSIONS (0.20.4, or all): versions of envtest')

const definitions = join(import.meta.dirname, 'envtest/crds')

describe.runIf(versions.length > 0)('controller-runtime with a folder of envtest-assets', () => {
  let folder: string
  let server: SourceProgram
  let client: CheckingProgram | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'envtest-versions-'))
    server = await SourceProgram.build('cli/main.ts')
    const PATH = `${dirname(kubectl!)}${delimiter}${process.env.PATH}`
    await new Session(process.execPath, { PATH }).ok(server.path, 'envtest-assets', join(folder, 'assets'))
  })
  afterAll(async () => {
    await client?.kill()
    server?.remove()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  it.each(versions)('%s does all that needs no kept data', { timeout: 3_600_000 }, async (version) => {
    const assets = join(folder, 'assets')
    const environment = { KUBEBUILDER_ASSETS: assets, TMPDIR: folder, PATH: `${assets}${delimiter}${process.env.PATH}` }
    client = new CheckingProgram(await buildEnvtest(version), ['-memory', definitions], environment)
    const checks = await client.finished()
    const of = (name: string) => checks.find(({ check }) => check === name)?.facts
    expect(checks).toHaveLength(12)
    expect(of('parallel')).toEqual({ 'found 0': 0, 'found 1': 0 })
    expect(of('own arguments')).toMatchObject({
      address: '10.9.0.1',
      existing: { served: true, alive: true },
      pull: 'Always',
    })
  })
})
