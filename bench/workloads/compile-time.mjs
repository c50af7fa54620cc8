import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../harness/modules.mjs'

const structs = 60
const fieldsOfStruct = 10

function fieldSchema(number) {
  const rules = [{ rule: 'self != "none"', message: 'none is not allowed' }]
  if (number % 5 === 0)
    return { type: 'array', maxItems: 16, 'x-kubernetes-list-type': 'set', items: { type: 'string' } }
  if (number % 5 === 1) return { type: 'integer', format: 'int32', minimum: 1, maximum: 65535 }
  if (number % 5 === 2) return { type: 'string', pattern: '^[a-z0-9]+$', minLength: 1, maxLength: 63 }
  if (number % 5 === 3) return { type: 'string', maxLength: 63, 'x-kubernetes-validations': rules }
  return { type: 'boolean', default: false }
}

/** A definition whose spec has as many structs, and each of them fields with limits, patterns, rules and defaults. */
function definition() {
  const properties = {}
  for (let part = 0; part < structs; part++) {
    const fields = Array.from({ length: fieldsOfStruct }, (_, number) => [`field${number}`, fieldSchema(number + part)])
    properties[`part${part}`] = { type: 'object', required: ['field0'], properties: Object.fromEntries(fields) }
  }
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties } } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  }
}

/** The same descriptors with a literal tuple for each field, as the generator once wrote them. */
function writeTuples(folder) {
  for (const entry of readdirSync(folder, { recursive: true })) {
    if (!entry.endsWith('descriptors.gen.ts')) continue
    const text = readFileSync(join(folder, entry), 'utf8')
    writeFileSync(join(folder, entry), text.replaceAll(/^ {2}gen\.field\((.*)\),$/gm, '  [$1],'))
  }
}

/** Number of types that the compiler makes for a program of one file and all it imports. */
function typesOf(folder, file, { skipLibCheck = true } = {}) {
  const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', skipLibCheck, types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [file] }))
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [compiler, '--extendedDiagnostics'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stdout)
  return Number(/^Types:\s+(\d+)$/m.exec(stdout)[1])
}

function generate(folder) {
  writeFileSync(join(folder, 'widgets.json'), JSON.stringify(definition()))
  const program = join(projectRoot, 'dist/esm/cli/main.js')
  execFileSync(process.execPath, [program, 'generate', 'crd', '-i', 'widgets.json', '-o', 'calls'], { cwd: folder })
  cpSync(join(folder, 'calls'), join(folder, 'tuples'), { recursive: true })
  writeTuples(join(folder, 'tuples'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(projectRoot, join(folder, 'node_modules/apimachinery'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(folder, 'empty.ts'),
    "import * as metav1 from 'apimachinery/meta/v1'\nimport * as gen from 'apimachinery/runtime/gen-v1'\nexport const used = [metav1.objectMetaDescriptor, gen.struct]\n",
  )
}

const builtIn = 'dist/cjs/src/api/core/v1/types.gen.d.ts'

/** Types for each field of core/v1 beyond those of the library, with every declaration checked, as a program without skipLibCheck does. */
function typesOfBuiltIn({ folder }) {
  writeFileSync(
    join(folder, 'built-in.ts'),
    "import * as metav1 from 'apimachinery/meta/v1'\nimport * as gen from 'apimachinery/runtime/gen-v1'\nimport * as v1 from 'apimachinery/api/core/v1'\nexport const used = [metav1.objectMetaDescriptor, gen.struct, new v1.Pod({ spec: { containers: [{ name: 'main' }] } }), v1]\n",
  )
  const declared = readFileSync(join(projectRoot, builtIn), 'utf8').match(/^ +\w+\??: /gm).length
  const unchecked = { skipLibCheck: false }
  return (typesOf(folder, 'built-in.ts', unchecked) - typesOf(folder, 'empty.ts', unchecked)) / declared
}

export const workload = {
  name: 'Compile time of generated classes',
  about:
    'Types that `tsc` makes for each of 600 fields of a generated kind, beyond those of the library: what its time and memory grow with.',
  unit: 'types a field',
  rounds: 1,
  setup() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-tsc-'))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    generate(folder)
    return { folder, empty: typesOf(folder, 'empty.ts') }
  },
  operations: [
    ...['tuples', 'calls'].map((form) => ({
      name: `descriptors of ${form}`,
      ...(form === 'calls' ? { baseline: 'descriptors of tuples' } : {}),
      measure: ({ folder, empty }) =>
        (typesOf(folder, `${form}/add-to-scheme.gen.ts`) - empty) / (structs * fieldsOfStruct),
    })),
    { name: 'declarations of the built-in core/v1', measure: typesOfBuiltIn },
  ],
}
