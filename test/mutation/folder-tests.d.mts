/** The test files for a folder of `src`; `list` takes the place of the table. */
export function testFiles(folder: string, list?: string): string[]
