// Stands for `node-gyp-build-optional-packages` in the executable: LMDB's addon is inside, and a library can only be loaded from a file.
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs')
const { constants, tmpdir } = require('node:os')
const { join } = require('node:path')
const { getRawAsset } = require('node:sea')

module.exports = function loadAddon() {
  const folder = mkdtempSync(join(tmpdir(), 'apimachinery-server-'))
  const file = join(folder, 'lmdb.node')
  try {
    writeFileSync(file, Buffer.from(getRawAsset('lmdb.node')), { mode: 0o700 })
    const loaded = { exports: {} }
    process.dlopen(loaded, file, constants.dlopen?.RTLD_NOW)
    return loaded.exports
  } finally {
    // A loaded library needs its name no longer; Windows keeps the file as long as the process is there.
    if (process.platform !== 'win32') rmSync(folder, { recursive: true, force: true })
  }
}
