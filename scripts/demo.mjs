// The main job on the example manifests: what README's first command shows.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import './build-examples.mjs'
import { root } from './public-entries.mjs'

const crontab = ['--scheme', 'dist/examples/crontab/scheme.js']

const steps = [
  {
    title: 'Two versions of a kind of our own, all converted to v1',
    args: ['convert', '-f', 'examples/crontab/manifests', ...crontab, '--output-version', 'stable.example.com/v1'],
  },
  {
    title: 'The same with defaults, and back to v1beta1: nothing is lost',
    args: [
      ...['convert', '-f', 'examples/crontab/manifests/backups.yaml', ...crontab, '--default'],
      ...['--output-version', 'stable.example.com/v1beta1'],
    ],
  },
  {
    title: 'Built-in kinds as JSON; a kind nobody registered passes as it is, int64 digit for digit',
    args: ['convert', '-f', 'examples/manifests', '-o', 'json'],
  },
  {
    title: 'Strict validation names file, line and column of what it does not know',
    args: ['validate', '-f', 'examples/crontab/manifests', '-f', 'examples/manifests', ...crontab],
    expect: 1,
  },
]

for (const { title, args, expect = 0 } of steps) {
  process.stdout.write(`\n# ${title}\n$ apimachinery ${args.join(' ')}\n`)
  const { status } = spawnSync(process.execPath, [join(root, 'dist/esm/cli/main.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== expect) {
    console.error(`exit code ${status}, expected ${expect}`)
    process.exit(1)
  }
}
