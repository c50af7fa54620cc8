import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releases } from '../src/api/releases/release.js'
import { featureGateFile } from './back-ends/feature-gates/feature-gates.js'
import type { FeatureGateSpecs } from './front-ends/feature-gates/feature-gate-specs.js'
import { readFeatureGates } from './front-ends/feature-gates/read-feature-gates.js'
import { loadGoGrammar } from './front-ends/go-types/go-grammar.js'
import type { OutputFile } from './output/output-file.js'
import { featureGateSources } from './profiles/feature-gate-modules.js'
import { moduleVersion } from './releases/release-model.js'

/** The snapshot of a release, `major.minor.patch`, in the folder of snapshots. */
const pathOf = (version: string): string => `kubernetes-${version}/feature-gates.json`

/**
 * Reads the feature gates of the releases, or of the one whose libraries have a version, from a module cache: their snapshots,
 * relative to the folder of snapshots.
 */
export async function featureGateSnapshots(moduleCache: string, only?: string): Promise<OutputFile[]> {
  const grammar = await loadGoGrammar()
  return releases
    .filter((release) => only === undefined || moduleVersion(release) === only)
    .map(({ version }) => {
      const specs = readFeatureGates(featureGateSources(moduleCache, version), grammar)
      return { path: pathOf(version), text: snapshotText(specs) }
    })
}

/** The feature gates of all known releases, relative to `src`. */
export function featureGates(snapshots: string): OutputFile {
  const gates = releases.map(({ minor, version }) => {
    const specs = JSON.parse(readFileSync(join(snapshots, pathOf(version)), 'utf8')) as FeatureGateSpecs
    return { minor, specs }
  })
  return featureGateFile(gates)
}

/** One gate a line. */
function snapshotText({ sources, gates, dependencies }: FeatureGateSpecs): string {
  const rows = (table: Readonly<Record<string, unknown>>) =>
    Object.entries(table)
      .map(([name, value]) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',')
  return `{
  "sources": [${sources.map((source) => `\n    ${JSON.stringify(source)}`).join(',')}
  ],
  "gates": {${rows(gates)}
  },
  "dependencies": {${rows(dependencies)}
  }
}
`
}
