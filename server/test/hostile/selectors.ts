import type { Attack } from './attack.js'
import { configMaps, message, send } from './http1.js'

const long = 'a'.repeat(900_000)

const queries: Readonly<Record<string, string>> = {
  'a hundred thousand labels': `labelSelector=${'a%3Db,'.repeat(100_000)}c`,
  'a set of 200,000 values': `labelSelector=a+in+(${'b,'.repeat(200_000)}b)`,
  'half a million marks': `labelSelector=${'!'.repeat(500_000)}`,
  'half a million brackets': `labelSelector=a+in+${'('.repeat(500_000)}`,
  'a label of 900 KB': `labelSelector=${long}%3Db`,
  'a value of a label of 900 KB': `labelSelector=a%3D${long}`,
  'a field of 900 KB': `fieldSelector=metadata.name%3D${long}`,
  'thirty thousand fields': `fieldSelector=${'metadata.name!%3Da,'.repeat(30_000)}metadata.name!%3Db`,
  'a field with 400,000 escapes': `fieldSelector=metadata.name%3D${'\\\\'.repeat(400_000)}`,
  'a token of 900 KB': `continue=${long}`,
  'a version of 900,000 digits': `resourceVersion=${'9'.repeat(900_000)}`,
  'a limit of 400 digits': `limit=${'9'.repeat(400)}`,
  'a limit beyond 64 bits': 'limit=9223372036854775808',
  'a timeout of 400 digits': `timeoutSeconds=${'9'.repeat(400)}&watch=0`,
  'a duration of 900 KB': `timeout=${'1s'.repeat(450_000)}`,
  'eighty thousand parameters': 'pretty=1&'.repeat(80_000),
  'three hundred thousand ampersands': '&'.repeat(300_000),
  'nine hundred thousand escapes': `labelSelector=${'%2C'.repeat(300_000)}`,
  'escapes that are none': `labelSelector=${'%zz'.repeat(300_000)}`,
}

const verbs: Readonly<Record<string, (query: string) => Buffer>> = {
  list: (query) => message({ path: `${configMaps}?${query}` }),
  'list as a table': (query) =>
    message({ path: `${configMaps}?${query}`, headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }),
  watch: (query) => message({ path: `${configMaps}?watch=1&timeoutSeconds=1&${query}` }),
  'delete collection': (query) => message({ method: 'DELETE', path: `/api/v1/namespaces/nobody/configmaps?${query}` }),
}

/** Selectors and other parameters of a megabyte. */
export const selectors: readonly Attack[] = Object.entries(verbs).flatMap(([verb, bytes]) =>
  Object.entries(queries).map(
    ([form, query]): Attack => ({
      name: `${verb}: ${form}`,
      run: (ports) => send({ bytes: bytes(query) }, ports),
      expected: 'answered',
      // A version that is no number is 500 for a watch, as upstream.
      may500: verb === 'watch' && query.startsWith('resourceVersion='),
    }),
  ),
)
