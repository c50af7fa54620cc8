// Which tests notice faults in a folder of sources: its own, and of other folders those that call it most.
import { readdirSync, readFileSync, statSync } from 'node:fs'

/** Requests and what Go answers to them, of nearly every folder. */
const goAnswers = ['interop/answers.test.ts', 'interop/regressions.test.ts']

/** Files and folders of tests in addition to the folder's own, of the same package. A folder selects all test files below it. */
const others = {
  conversion: ['runtime/scheme-conversion.test.ts', 'runtime/parameter-codec.test.ts', 'meta/options'],
  declarative: ['api/validation/scheduling', 'api/validation/lifecycle', 'core/deep-objects.test.ts'],
  descriptor: ['twins'],
  errors: [...goAnswers, 'interop/core-vectors.test.ts'],
  fields: [...goAnswers],
  internal: ['descriptor', ...goAnswers, 'labels', 'runtime/serializer/protobuf', 'cel/golden.test.ts', 'scalar'],
  json: [...goAnswers, 'twins', 'runtime/serializer/json', 'runtime/unstructured.test.ts'],
  labels: [...goAnswers],
  managedfields: [...goAnswers],
  meta: [...goAnswers],
  openapi: ['cel', 'api/validation/apiextensions.test.ts', 'api/validation/definition-requirements.test.ts'],
  'openapi/cel': [
    'cel',
    'openapi/cel-validator.test.ts',
    'openapi/golden.test.ts',
    'openapi/upstream-rows.test.ts',
    'openapi/gateway-crds.test.ts',
    'openapi/custom-resource.test.ts',
    'api/validation/apiextensions.test.ts',
    'api/validation/definition-requirements.test.ts',
    'api/validation/admissionregistration',
  ],
  patch: [...goAnswers, 'twins'],
  resource: [...goAnswers],
  runtime: [...goAnswers, 'twins', 'interop/golden.test.ts'],
  scalar: [...goAnswers],
  schema: [...goAnswers],
  testing: ['wait'],
  validation: [...goAnswers, 'api/validation/properties.test.ts', 'cel/golden.test.ts'],
  watch: ['runtime/watch-event-kind.test.ts'],
  'client/cache': ['controller', 'transport/unexpected-ends.test.ts'],
  'client/leader': ['controller/manager.test.ts'],
  'client/queue': ['controller/controller.test.ts', 'controller/settled.test.ts'],
  'client/rest': ['client', 'clientset', 'resources', 'transport', 'events', 'discovery'],
  'server/admission': ['kubernetes/bootstrap.test.ts', 'testing'],
  'server/authentication': [
    'metrics/access-metrics.test.ts',
    'metrics/upstream-metrics.test.ts',
    'serving',
    'security',
  ],
  'server/authorization': [
    'filters',
    'security',
    'server/open-access.test.ts',
    'kubernetes/escalation.test.ts',
    'kubernetes/bootstrap-policy.test.ts',
    'kubernetes/guarded-writes.test.ts',
    'kubernetes/node-authorization.test.ts',
    'delegation',
    'authentication/webhook-rows.test.ts',
  ],
  'server/endpoints': [
    'customresources/requests.test.ts',
    'customresources/basics.test.ts',
    'kubernetes/path-forms.test.ts',
    'kubernetes/proxies.test.ts',
    'kubernetes/pods.test.ts',
    'admission/policies.test.ts',
  ],
  'server/filters': ['audit', 'server', 'request', 'endpoints', 'security', 'flow-control'],
  'server/flow-control': ['filters', 'metrics'],
  'server/registry': ['endpoints', 'server', 'storage/held-objects.test.ts'],
  'server/storage': ['registry'],
}

/**
 * Tests that read or write files of the checkout, measure its cost, or nest as deeply as the stack allows: planted faults
 * make the code larger.
 */
const plainCodeOnly =
  /^test\/(?:errors\/machinery-error-code|openapi\/hostile|runtime\/serializer\/json-codec-factory|testing\/guide|testing\/conversion-round-trip|.*deep.*)\.test\.ts$/

/** What a runner without workers of vitest cannot do: mock modules, set clocks. */
const needsVitest = /\bvi\.(?:use|set|mock|hoisted|advance)|toMatchInlineSnapshot|toMatchSnapshot/

/** `client/rest` is the folder `rest` of the package in `client`; other folders are the library's. */
function placeOf(folder) {
  const [, workspace, name] = /^(client|server)\/(.+)$/.exec(folder) ?? []
  return workspace === undefined ? { before: '', name: folder } : { workspace, before: `${workspace}/`, name }
}

/** The workspace of a folder; undefined for the library. */
export function workspaceOf(folder) {
  return placeOf(folder).workspace
}

/** Where the sources of a folder are. */
export function sourceFolder(folder) {
  const { before, name } = placeOf(folder)
  return `${before}src/${name}`
}

/** Whether a file of `src/FOLDER`, named from there, lies in a folder below it that is measured apart. */
export function isMeasuredApart(folder, name) {
  return Object.keys(others).some(
    (other) => `${folder}/${name}`.startsWith(`${other}/`) && other.startsWith(`${folder}/`),
  )
}

/** Where the tests of a folder are. */
export function testFolder(folder) {
  const { before, name } = placeOf(folder)
  return `${before}test/${name}`
}

function below(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true })
    .map((name) => `${path}/${name}`)
    .sort()
}

/** The test files for a folder; `list` (folders and files, separated by commas) takes the place of the table. */
export function testFiles(folder, list = '') {
  const { before, name } = placeOf(folder)
  const paths = list === '' ? [name, ...(others[folder] ?? [])].map((each) => `${before}test/${each}`) : list.split(',')
  return [...new Set(paths.flatMap(below))].filter(
    (file) => file.endsWith('.test.ts') && !plainCodeOnly.test(file) && !needsVitest.test(readFileSync(file, 'utf8')),
  )
}
