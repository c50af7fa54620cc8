import type TypeScript from 'typescript'

export type { TypeScript }

/**
 * Loads the TypeScript compiler, which only this front end needs and which is not installed with this package.
 *
 * @throws Error that says what to install.
 */
export async function loadTypeScript(): Promise<typeof TypeScript> {
  try {
    const module = (await import('typescript')) as { default?: typeof TypeScript } & typeof TypeScript
    return module.default ?? module
  } catch (cause) {
    throw new Error('reading tagged TypeScript needs the package "typescript": npm install --save-dev typescript', {
      cause,
    })
  }
}
