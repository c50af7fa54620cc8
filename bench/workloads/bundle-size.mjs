import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { entryFile, projectRoot } from '../harness/modules.mjs'

/** Programs whose bundle somebody would ship: Scheme, JSON and one kind written by hand; one generated group. */
const oneKind = `
  import { CodecFactory, Scheme } from 'apimachinery/runtime'
  import { GroupVersion, GroupVersionKind } from 'apimachinery/schema'
  import { scalar, struct, TypedObject } from 'apimachinery/runtime/gen-v1'
  class Widget extends TypedObject {
    static groupVersionKind = new GroupVersionKind('example.com', 'v1', 'Widget')
    static descriptor = struct('com.example.v1.Widget', () => [['size', 1, scalar('int64'), '*?']])
  }
  const scheme = new Scheme()
  scheme.addKnownTypes(new GroupVersion('example.com', 'v1'), Widget)
  export const codecs = new CodecFactory(scheme)`

async function minified(contents) {
  const options = { bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', target: 'es2022' }
  const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: projectRoot }, logLevel: 'silent' })
  return outputFiles[0].contents
}

function bundling(name, contents, entries) {
  const when = () => entries.every((entry) => entryFile(entry) !== undefined)
  return [
    { name, when, measure: async () => (await minified(contents)).length / 1024 },
    { name: `${name}, gzip`, when, measure: async () => gzipSync(await minified(contents)).length / 1024 },
  ]
}

export const workload = {
  name: 'Bundle size',
  about: 'Size of a bundle that esbuild made and minified.',
  unit: 'KiB',
  rounds: 1,
  setup: () => ({}),
  operations: [
    ...bundling('Scheme, CodecFactory and one kind', oneKind, ['./runtime', './schema']),
    ...bundling('labels', `export { parse } from 'apimachinery/labels'`, ['./labels']),
    ...bundling('Quantity', `export { Quantity } from 'apimachinery/resource'`, ['./resource']),
    ...bundling('apps/v1 with its Scheme', `${oneKind}\n export * from 'apimachinery/api/apps/v1'`, [
      './runtime',
      './api/apps/v1',
    ]),
  ],
}
