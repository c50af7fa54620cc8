import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServedApiSource, ServedApiSources } from '../front-ends/served-apis/read-served-apis.js'

/** The files of a release `major.minor.patch` of kube-apiserver that say what it serves, in a module cache. */
export function servedApiSources(moduleCache: string, release: string): ServedApiSources {
  const module = `k8s.io/kubernetes@v${release}`
  const root = join(moduleCache, module)
  const source = (path: string): ServedApiSource => ({
    name: `${module}/${path}`,
    text: readFileSync(join(root, path), 'utf8'),
  })
  const storages = readdirSync(join(root, 'pkg/registry'))
    // A group of upstream's tests, which no server installs.
    .filter((group) => group !== 'testapigroup')
    .sort()
    .flatMap((group) => restFolder(root, group))
  return {
    enablement: source('pkg/controlplane/instance.go'),
    priorities: ['pkg/controlplane/apiserver/aggregator.go', 'cmd/kube-apiserver/app/aggregator.go'].map(source),
    storages: storages.map(source),
    encodings: source('pkg/kubeapiserver/default_storage_factory_builder.go'),
  }
}

function restFolder(root: string, group: string): string[] {
  const folder = `pkg/registry/${group}/rest`
  let names: string[]
  try {
    names = readdirSync(join(root, folder))
  } catch {
    // Not every folder is that of a group.
    return []
  }
  return names
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .sort()
    .map((name) => `${folder}/${name}`)
}
