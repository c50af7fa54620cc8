// Writes one executable of the server's command: `npm run executable -- [--platform P] [--node FILE] [--out FILE]`.
import { mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../public-entries.mjs'
import { bundle } from './bundle.mjs'
import { writeExecutable } from './inject.mjs'
import { platforms, thisPlatform } from './platforms.mjs'
import { addonOf, nodeOf } from './sources.mjs'

const { values } = parseArgs({
  options: { platform: { type: 'string' }, node: { type: 'string' }, out: { type: 'string' } },
})
const { platform = thisPlatform } = values
if (!Object.hasOwn(platforms, platform)) {
  throw new Error(`unknown platform ${platform}: known are ${Object.keys(platforms).join(', ')}`)
}
const suffix = platform.startsWith('win32') ? '.exe' : ''
const out = resolve(values.out ?? join(root, `.cache/executable/apimachinery-server-${platform}${suffix}`))
const folder = join(root, '.cache/executable', platform)
mkdirSync(folder, { recursive: true })
const script = join(folder, 'server.cjs')
await bundle(script)
await writeExecutable({ platform, node: nodeOf(platform, values.node), script, addon: addonOf(platform), out })
const megabytes = (file) => (statSync(file).size / 1e6).toFixed(1)
console.log(`${out}: ${megabytes(out)} MB, of which the server is ${megabytes(script)} MB`)
