/** Platform → the package with LMDB's addon, and which of its files Node loads. Names are those of `process.platform` and `process.arch`. */
export const platforms = {
  'linux-x64': { addon: '@lmdb/lmdb-linux-x64', file: 'node.napi.glibc.node' },
  'linux-arm64': { addon: '@lmdb/lmdb-linux-arm64', file: 'node.napi.glibc.node' },
  'darwin-x64': { addon: '@lmdb/lmdb-darwin-x64', file: 'node.napi.node' },
  'darwin-arm64': { addon: '@lmdb/lmdb-darwin-arm64', file: 'node.napi.node' },
  'win32-x64': { addon: '@lmdb/lmdb-win32-x64', file: 'node.napi.node' },
}

/** The platform of this process. */
export const thisPlatform = `${process.platform}-${process.arch}`
