// Writes the API reference of the public entries from their docstrings to docs/api.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { publicEntries, root } from './public-entries.mjs'

const entries = Object.values(publicEntries()).flatMap((source) => ['--entryPoints', source])
const options = ['--tsconfig', 'tsconfig.json', '--out', 'docs/api', '--name', 'apimachinery', '--logLevel', 'Warn']
const flags = [
  '--excludePrivate',
  '--excludeInternal',
  '--disableSources',
  '--skipErrorChecking',
  '--readme',
  'README.md',
]
const run = spawnSync(join(root, 'node_modules/.bin/typedoc'), [...entries, ...options, ...flags], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = run.status ?? 1
