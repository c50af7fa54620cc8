// Which tests notice faults in a folder of src: its own, and of other folders those that call it most.
import { readdirSync, readFileSync, statSync } from 'node:fs'

/** Files and folders of `test` beside `test/FOLDER`. A folder stands for all test files below it. */
const others = {
  errors: ['interop/answers.test.ts', 'interop/core-vectors.test.ts'],
  internal: [
    'descriptor',
    'interop/answers.test.ts',
    'labels',
    'runtime/serializer/protobuf',
    'cel/golden.test.ts',
    'scalar',
  ],
  resource: ['interop/answers.test.ts'],
}

/** Tests that read the source, measure its cost, or nest as deeply as the stack allows: planted faults make the code larger. */
const plainCodeOnly =
  /^test\/(?:errors\/machinery-error-code|openapi\/hostile|runtime\/serializer\/json-codec-factory|testing\/guide|.*deep.*)\.test\.ts$/

/** What a runner without workers of vitest cannot do: mock modules, set clocks. */
const needsVitest = /\bvi\.|toMatchInlineSnapshot|toMatchSnapshot/

function below(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true })
    .map((name) => `${path}/${name}`)
    .sort()
}

/** The test files for a folder; `list` (folders and files, separated by commas) takes the place of the table. */
export function testFiles(folder, list = '') {
  const paths =
    list === '' ? [`test/${folder}`, ...(others[folder] ?? []).map((name) => `test/${name}`)] : list.split(',')
  return [...new Set(paths.flatMap(below))].filter(
    (file) => file.endsWith('.test.ts') && !plainCodeOnly.test(file) && !needsVitest.test(readFileSync(file, 'utf8')),
  )
}
