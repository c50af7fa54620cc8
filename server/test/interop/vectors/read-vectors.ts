import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** What Kubernetes' own code answered; `write-vectors.mjs` writes it. */
export function readVectors<T>(name: string): T {
  return JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, `${name}.json.gz`))).toString('utf8')) as T
}
