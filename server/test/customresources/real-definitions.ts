import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { splitDocuments, yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import type { Body } from './api.js'

const shared = fileURLToPath(new URL('../../../../shared/upstream/crds/', import.meta.url))

/** Definitions of real projects, where they are at hand: those beside the checkout, or in the folder `REAL_DEFINITIONS`. */
export function realDefinitions(): Body[] {
  const folder = process.env.REAL_DEFINITIONS ?? shared
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .flatMap((name) => documents(readFileSync(join(folder, name), 'utf8')))
    .filter((body) => body?.kind === 'CustomResourceDefinition')
}

function documents(text: string): Body[] {
  return [...splitDocuments(text)].map((document) => yamlToJSON(document.text) as Body)
}
