import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controllerOptions } from '../../src/cli/options/controller-options.js'
import { controllerOptions as clusterChoice } from '../../src/control/controller-choice.js'
import { flagTable } from './flag-values-of.js'

const text = `kind: ClusterExec
apiVersion: kwok.x-k8s.io/v1alpha1
metadata: {name: all}
spec: {execs: [{local: {}}]}
---
kind: ClusterLogs
apiVersion: kwok.x-k8s.io/v1alpha1
metadata: {name: all}
spec: {logs: [{logsFile: a.log}]}
`

describe('a configuration that uses the machine', () => {
  let file: string
  beforeAll(() => {
    file = join(mkdtempSync(join(tmpdir(), 'nodes-flags-')), 'kwok.yaml')
    writeFileSync(file, text)
  })
  afterAll(() => rmSync(join(file, '..'), { recursive: true, force: true }))

  it('needs leave on the command line', async () => {
    await expect(controllerOptions(flagTable({ nodes: file }))).rejects.toThrow(
      `--nodes: ${file}:4:17: ClusterExec "all": spec.execs[0].local: runs the commands of clients on the machine of the server, which is not allowed: --nodes-allow-local allows it`,
    )
    const { controllers } = await controllerOptions(flagTable({ nodes: file, 'nodes-allow-local': true }))
    expect(controllers.map(({ name }) => name)).toEqual(['node'])
    await expect(controllerOptions(flagTable({ 'nodes-allow-local': true }))).rejects.toThrow(
      '--nodes-allow-local needs --nodes',
    )
  })

  it('is refused by the control API, with its files', () => {
    for (const nodes of text.split('---\n')) {
      expect(() => clusterChoice({ controllers: [], nodes })).toThrow('the control API allows nothing of it')
    }
  })
})
