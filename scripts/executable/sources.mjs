import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../public-entries.mjs'
import { platforms, thisPlatform } from './platforms.mjs'

/** The file of LMDB's addon for a platform: that which is installed, else from the package, which npm downloads. */
export function addonOf(platform) {
  const { addon, file } = platforms[platform]
  const installed = join(root, 'node_modules', addon, file)
  if (existsSync(installed)) return installed
  const { version } = JSON.parse(execFileSync('npm', ['view', 'lmdb', '--json'], { encoding: 'utf8', cwd: root }))
  const folder = mkdtempSync(join(tmpdir(), 'lmdb-addon-'))
  execFileSync('npm', ['pack', '--silent', `${addon}@${version}`], { cwd: folder })
  execFileSync('tar', ['-xzf', readdirSync(folder)[0]], { cwd: folder })
  return join(folder, 'package', file)
}

/** The Node that becomes the executable. Throws where another platform is wanted and none is given. */
export function nodeOf(platform, given) {
  if (given !== undefined) return given
  if (platform === thisPlatform) return process.execPath
  throw new Error(`--node FILE is needed for ${platform}: the program of Node 20 or later for it, from nodejs.org`)
}
