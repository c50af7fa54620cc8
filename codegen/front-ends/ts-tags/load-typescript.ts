import type TypeScript from 'typescript'

export type { TypeScript }

/**
 * Loads the TypeScript compiler, which only this front end needs and which is not installed with this package.
 *
 * @throws Error that says what to install: there is none, or it is one that programs cannot call, as TypeScript 7 is.
 */
export async function loadTypeScript(): Promise<typeof TypeScript> {
  const module = await imported()
  const ts = module.default ?? module
  // The capability is tested, not the version: a later release may have it again.
  if (typeof ts.createSourceFile === 'function' && ts.ScriptTarget !== undefined) return ts
  const version = typeof ts.version === 'string' ? ` ${ts.version}` : ''
  throw new Error(
    `reading tagged TypeScript needs a compiler that programs can call, which typescript${version} is not: npm install --save-dev typescript@6`,
  )
}

async function imported(): Promise<{ default?: typeof TypeScript } & typeof TypeScript> {
  try {
    return await import('typescript')
  } catch (cause) {
    throw new Error('reading tagged TypeScript needs the package "typescript": npm install --save-dev typescript@6', {
      cause,
    })
  }
}
