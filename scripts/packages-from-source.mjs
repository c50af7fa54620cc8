import { join } from 'node:path'
import { root } from './public-entries.mjs'

/** A plugin of esbuild that reads the packages of this repository from their sources; other packages stay outside with `external`. */
export function packagesFromSource({ external }) {
  return {
    name: 'packages-from-source',
    setup({ onResolve, resolve: find }) {
      onResolve({ filter: /^(apimachinery|@apimachinery\/(client|server))(\/|$)/ }, ({ path, pluginData }) => {
        if (pluginData === 'resolved') return undefined
        const [, owner, subpath] = /^(?:@apimachinery\/)?(apimachinery|client|server)(?:\/(.*))?$/.exec(path)
        const sources = owner === 'apimachinery' ? 'src' : `${owner}/src`
        const target = subpath === 'runtime/gen-v1' ? `${subpath}.ts` : join(subpath ?? '', 'index.ts')
        return find(join(root, sources, target), { kind: 'import-statement', resolveDir: root, pluginData: 'resolved' })
      })
      if (!external) return
      onResolve({ filter: /^[^./]/ }, ({ path }) =>
        path.startsWith('apimachinery') || path.startsWith('@apimachinery/') ? undefined : { path, external: true },
      )
    },
  }
}
