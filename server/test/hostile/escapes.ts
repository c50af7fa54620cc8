import type { Attack } from './attack.js'
import { message, send } from './http1.js'

const words: Readonly<Record<string, string>> = {
  'a percent sign alone': '%',
  'an escape that is none': '%zz',
  'a zero byte': '%00',
  'a zero byte in a name': 'a%00b',
  'an end of line and a field': '%0d%0aset-cookie:%20a=b',
  'two dots': '..',
  'two dots, escaped': '%2e%2e',
  'two dots, escaped twice': '%252e%252e',
  'a slash, escaped': '..%2f..%2fsecrets',
  'a slash, escaped twice': '..%252f..%252fsecrets',
  'a backslash': '..%5c..%5c',
  'a dot of two bytes': '%c0%ae%c0%ae',
  'a byte that is no text': '%ff',
  'a letter of four bytes': '%f0%9f%92%a3',
  'a blank': '%20',
  'a question mark': '%3f',
  'a star': '*',
  'ten thousand letters': 'a'.repeat(10_000),
  __proto__: '__proto__',
  constructor: 'constructor',
  toString: 'toString',
}

const places: Readonly<Record<string, (word: string) => string>> = {
  'the whole path': (word) => `/${word}`,
  'a group': (word) => `/apis/${word}/v1/things`,
  'a version': (word) => `/apis/apps/${word}/deployments`,
  'a resource': (word) => `/api/v1/namespaces/default/${word}`,
  'a namespace': (word) => `/api/v1/namespaces/${word}/configmaps/x`,
  'a name': (word) => `/api/v1/namespaces/default/configmaps/${word}`,
  'a subresource': (word) => `/api/v1/namespaces/default/pods/x/${word}`,
  'a document': (word) => `/openapi/v3/${word}`,
  'a file of logs': (word) => `/logs/${word}`,
  'a health check': (word) => `/readyz/${word}`,
  'a profile': (word) => `/debug/pprof/${word}`,
}

/** Paths that want out of where they are, in each place of a path. */
export const escapes: readonly Attack[] = Object.entries(places).flatMap(([place, path]) =>
  Object.entries(words).map(
    ([form, word]): Attack => ({
      name: `${place}: ${form}`,
      run: (ports) => send({ bytes: message({ path: path(word) }) }, ports),
      // What a list of debug pages or `/` answers is no way out; the body is looked at below.
      expected: /^\/(\*|\.\.|%2e%2e|debug|logs)/.test(path(word)) ? 'answered' : 'refused',
    }),
  ),
)
