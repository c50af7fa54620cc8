import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { entryFile, projectRoot } from '../harness/modules.mjs'

/** A realistic program: Scheme, JSON and one hand-written kind. */
export const oneKind = `
  import { JSONCodecFactory, Scheme } from 'apimachinery/runtime'
  import { GroupVersion, GroupVersionKind } from 'apimachinery/schema'
  import { scalar, struct, TypedObject } from 'apimachinery/runtime/gen-v1'
  class Widget extends TypedObject {
    static groupVersionKind = new GroupVersionKind('example.com', 'v1', 'Widget')
    static descriptor = struct('com.example.v1.Widget', () => [['size', 1, scalar('int64'), '*?']])
  }
  const scheme = new Scheme()
  scheme.addKnownTypes(new GroupVersion('example.com', 'v1'), Widget)
  export const codecs = new JSONCodecFactory(scheme)`

/** The bytes that a bundler makes of a program. */
export async function minified(contents) {
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
    ...bundling('Scheme, JSON codecs and one kind', oneKind, ['./runtime', './schema']),
    ...bundling('labels', `export { parse } from 'apimachinery/labels'`, ['./labels']),
    ...bundling('Quantity', `export { Quantity } from 'apimachinery/resource'`, ['./resource']),
    ...bundling('Scheme, JSON codecs and apps/v1', `${oneKind}\n export * from 'apimachinery/api/apps/v1'`, [
      './runtime',
      './api/apps/v1',
    ]),
  ],
}
