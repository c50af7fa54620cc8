/** The test files for a folder of `src`; `list` takes the place of the table. */
export function testFiles(folder: string, list?: string): string[]

/** Whether a file of `src/FOLDER`, named from there, lies in a folder below it that is measured apart. */
export function isMeasuredApart(folder: string, name: string): boolean
