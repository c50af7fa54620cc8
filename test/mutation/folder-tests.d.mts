/** The test files for a folder of sources; `list` takes the place of the table. */
export function testFiles(folder: string, list?: string): string[]

/** Whether a file of `src/FOLDER`, named from there, lies in a folder below it that is measured apart. */
export function isMeasuredApart(folder: string, name: string): boolean

/** The workspace of a folder, `client` or `server`; undefined for the library. */
export function workspaceOf(folder: string): string | undefined

/** Where the sources of a folder are. */
export function sourceFolder(folder: string): string

/** Where the tests of a folder are. */
export function testFolder(folder: string): string
