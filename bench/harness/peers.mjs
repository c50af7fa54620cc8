import { loadPeer } from './modules.mjs'

/** What client-node reads and writes with, or undefined: `ObjectSerializer`, `loadYaml`, `dumpYaml`, `quantityToScalar`. */
export async function clientNode() {
  const files = ['gen/models/ObjectSerializer.js', 'yaml.js', 'util.js']
  const modules = await Promise.all(files.map((file) => loadPeer(`@kubernetes/client-node/dist/${file}`)))
  return modules.includes(undefined) ? undefined : Object.assign({}, ...modules)
}

/** A class of kubernetes-models, such as `v1/PodList`, or undefined. */
export async function kubernetesModel(path) {
  const module = await loadPeer(`kubernetes-models/${path}`)
  return module?.[path.slice(path.lastIndexOf('/') + 1)]
}
