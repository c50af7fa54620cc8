import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releases } from '../../src/api/releases/release.js'
import { policyFile } from '../back-ends/bootstrap-policy/policy-file.js'
import { readBootstrapPolicy } from '../front-ends/go-policy/read-policy.js'
import type { PolicyModel } from '../ir/bootstrap-policy.js'
import { type MergedPolicy, mergePolicies } from '../ir/merged-policy.js'
import type { OutputFile } from '../output/output-file.js'

const snapshotName = 'bootstrap-policy.json'

interface Snapshot {
  readonly source: string
  readonly policy: MergedPolicy
}

/** The bootstrap policies of all releases, read from the modules of kube-apiserver in a module cache. */
export async function bootstrapPolicySnapshot(moduleCache: string): Promise<OutputFile> {
  const policies = new Map<number, PolicyModel>()
  for (const { minor, version } of releases) policies.set(minor, await readBootstrapPolicy(moduleCache, version))
  const versions = releases.map(({ version }) => `v${version}`)
  const snapshot: Snapshot = {
    source: `k8s.io/kubernetes ${versions.join(', ')}`,
    policy: mergePolicies(policies),
  }
  return { path: snapshotName, text: `${JSON.stringify(snapshot, undefined, 1)}\n` }
}

/** The table of the server, relative to its sources, from the snapshot in a folder. */
export function bootstrapPolicyFile(snapshots: string): OutputFile {
  const { policy, source } = JSON.parse(readFileSync(join(snapshots, snapshotName), 'utf8')) as Snapshot
  return { path: 'kinds/rbac/bootstrap-policy.gen.ts', text: policyFile(policy, source) }
}
