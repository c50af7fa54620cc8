import {
  fieldSetFromFieldsV1,
  fieldSetToFieldsV1,
  newDefaultCRDFieldManager,
  newDefaultFieldManager,
  newSchemeTypeConverter,
  parseSchema,
  schemaFromOpenAPI,
} from 'apimachinery/managedfields'
import {
  createJSONPatch,
  createMergePatch,
  createThreeWayMergePatch,
  createTwoWayMergePatch,
  jsonPatch,
  mergePatch,
  strategicMergePatch,
} from 'apimachinery/patch'
import { fromUnstructured, Unstructured } from 'apimachinery/runtime'
import { kindOf, machinery } from '../../interop/ops/recode.mjs'
import { tolerate } from '../tolerate.mjs'
import { plainObjects } from './objects.mjs'

const [deployment] = plainObjects
const changed = {
  spec: {
    replicas: 5,
    template: {
      spec: {
        containers: [
          { name: 'c', image: 'nginx:2' },
          { name: 'd', image: 'x' },
          { $patch: 'delete', name: 'e' },
        ],
      },
    },
  },
}
const operations = [
  { op: 'test', path: '/spec/replicas', value: 3 },
  { op: 'add', path: '/spec/template/spec/containers/-', value: { name: 'z' } },
  { op: 'replace', path: '/metadata/labels/app', value: 'b~1c' },
  { op: 'move', from: '/spec/replicas', path: '/spec/x' },
  { op: 'copy', from: '/metadata', path: '/meta~0data' },
  { op: 'remove', path: '/spec/template/spec/containers/0' },
]
const schema = () => machinery().scheme.classFor(kindOf('apps/v1/Deployment'))
const text = (value) => JSON.stringify(value) ?? ''

/** As values, and as the texts of them. */
function inBothForms(apply) {
  return ([a, b]) => {
    tolerate(() => apply(a, b))
    apply(text(a), text(b))
  }
}

let managers

function fieldManagers() {
  if (managers !== undefined) return managers
  const { scheme } = machinery()
  const kind = kindOf('apps/v1/Deployment')
  const typeConverter = newSchemeTypeConverter(scheme)
  managers = {
    typed: newDefaultFieldManager({ kind, scheme, typeConverter, defaulter: { default: () => undefined } }),
    deduced: newDefaultCRDFieldManager({ kind, convertor: { convertToVersion: (object) => object } }),
    type: scheme.classFor(kind),
  }
  return managers
}

/** Patches of every kind and what server-side apply reads. */
export const patches = [
  {
    name: 'json patch',
    kind: 'values',
    seeds: [[deployment, operations]],
    run: inBothForms((a, b) => jsonPatch(a, b)),
  },
  { name: 'merge patch', kind: 'values', seeds: [[deployment, changed]], run: inBothForms((a, b) => mergePatch(a, b)) },
  {
    name: 'strategic patch',
    kind: 'values',
    seeds: [[deployment, changed]],
    run: inBothForms((a, b) => strategicMergePatch(a, b, schema())),
  },
  {
    name: 'patches between objects',
    kind: 'values',
    seeds: [[deployment, { ...deployment, ...changed }]],
    run: inBothForms((a, b) => {
      tolerate(() => createMergePatch(a, b))
      tolerate(() => createTwoWayMergePatch(a, b, schema()))
      tolerate(() => createThreeWayMergePatch({ original: a, modified: b, current: a }, { schema: schema() }))
      if (typeof a === 'object' && typeof b === 'object') createJSONPatch(a, b)
    }),
  },
  {
    name: 'apply',
    kind: 'values',
    seeds: [
      [
        deployment,
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          spec: { replicas: 5, template: { spec: { containers: [{ name: 'd', image: 'x' }] } } },
        },
      ],
    ],
    run([live, applied]) {
      const { typed, deduced, type } = fieldManagers()
      const options = { manager: 'a', force: true }
      tolerate(() => deduced.apply(new Unstructured(live), new Unstructured(applied), options))
      tolerate(() => deduced.update(new Unstructured(live), new Unstructured(applied), options))
      typed.apply(fromUnstructured(live, type), new Unstructured(applied), options)
    },
  },
  {
    name: 'set of fields',
    kind: 'value',
    seeds: [deployment.metadata.managedFields[0].fieldsV1],
    run(value) {
      fieldSetToFieldsV1(fieldSetFromFieldsV1(value))
    },
  },
  {
    name: 'schema of fields',
    kind: 'value',
    seeds: [
      {
        types: [
          {
            name: 'a',
            map: {
              fields: [
                {
                  name: 'l',
                  type: { list: { elementType: { namedType: 'a' }, elementRelationship: 'associative', keys: ['k'] } },
                },
              ],
            },
          },
          { name: 'b', scalar: 'numeric' },
        ],
      },
      {
        a: {
          type: 'object',
          properties: { x: { $ref: '#/definitions/a' }, l: { type: 'array', items: { type: 'string' } } },
        },
      },
    ],
    run(value) {
      tolerate(() => parseSchema(value))
      schemaFromOpenAPI(value)
    },
  },
]
