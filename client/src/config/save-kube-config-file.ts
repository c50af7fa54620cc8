import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { stringifyJSON } from 'apimachinery/json'
import { jsonToYAML, yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { ConfigError } from './config-error.js'
import type { KubeConfigFile } from './kube-config-file.js'

/**
 * Writes a kubeconfig if it differs from what is in its file: comments and order stay, the file is replaced at once, and only
 * its owner can read it. A file `….lock` beside it keeps others away meanwhile, as kubectl's does.
 *
 * @throws ConfigError
 */
export async function saveKubeConfigFile({ path, document }: KubeConfigFile): Promise<void> {
  if (path === undefined) throw new ConfigError('a kubeconfig that was not read from a file needs a path to be saved')
  await mkdir(dirname(path), { recursive: true })
  const lock = `${path}.lock`
  try {
    await (await open(lock, 'wx', 0o600)).close()
  } catch (cause) {
    throw new ConfigError('the file is locked by another process', { file: path, cause })
  }
  const staged = `${path}.${process.pid}.tmp`
  try {
    const before = await readFile(path, 'utf8').catch(() => '')
    const written = Object.keys(document).length === 0 && before === ''
    if (written || (before !== '' && stringifyJSON(yamlToJSON(before)) === stringifyJSON(document))) return
    await writeFile(staged, await kubeConfigText(before, document), { mode: 0o600 })
    await rename(staged, path)
  } catch (cause) {
    await rm(staged, { force: true })
    throw new ConfigError('the file cannot be written', { file: path, cause })
  } finally {
    await rm(lock, { force: true })
  }
}

async function kubeConfigText(before: string, document: KubeConfigFile['document']): Promise<string> {
  if (before.trim() === '') return jsonToYAML(document)
  // Editing text needs a parser of its own, which reading does not need.
  const { editYAML } = await import('apimachinery/runtime/serializer/yaml/edit')
  return editYAML(before, document)
}
