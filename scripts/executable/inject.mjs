import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'postject'
import { thisPlatform } from './platforms.mjs'

/** Marks the place in Node's program that says whether it carries an application. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Writes Node with an application and its addon inside. */
export async function writeExecutable({ platform, node, script, addon, out }) {
  const folder = dirname(script)
  const blob = join(folder, 'application.blob')
  const config = join(folder, 'application.json')
  const settings = {
    main: script,
    output: blob,
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    // Compiled code is that of one platform and version of Node.
    useCodeCache: platform === thisPlatform && node === process.execPath,
    assets: { 'lmdb.node': addon },
  }
  writeFileSync(config, JSON.stringify(settings))
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  mkdirSync(dirname(out), { recursive: true })
  // One that runs cannot be written to.
  rmSync(out, { force: true })
  copyFileSync(node, out)
  chmodSync(out, 0o755)
  const mac = platform.startsWith('darwin')
  if (mac && process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', out])
  await inject(out, 'NODE_SEA_BLOB', readFileSync(blob), {
    sentinelFuse,
    ...(mac && { machoSegmentName: 'NODE_SEA' }),
  })
  if (mac && process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', out])
}
