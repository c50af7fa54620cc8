import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** One classic script, as an application's bundler makes it for browsers. */
export async function bundleForBrowsers(program: string): Promise<string> {
  const options = { bundle: true, write: false, format: 'iife', platform: 'browser', target: 'es2022' } as const
  const stdin = { contents: program, resolveDir: fileURLToPath(new URL('.', import.meta.url)) }
  const { outputFiles } = await build({ ...options, stdin, charset: 'ascii', logLevel: 'silent' })
  return (outputFiles[0] as { readonly text: string }).text
}
