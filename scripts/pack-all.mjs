import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root, workspaces } from './public-entries.mjs'

/**
 * Packs what was built of the three packages.
 *
 * @param {string} folder for the tarballs
 * @returns {Record<string, string>} package → its tarball, as a dependency
 */
export function packAll(folder) {
  const packed = ['.', ...Object.keys(workspaces)].map((path) => {
    const flags = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
    const stdio = ['ignore', 'pipe', 'pipe']
    const [{ name, filename }] = JSON.parse(
      execFileSync('npm', flags, { cwd: join(root, path), encoding: 'utf8', stdio }),
    )
    return [name, `file:${join(folder, filename)}`]
  })
  return Object.fromEntries(packed)
}
