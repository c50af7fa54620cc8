import { parseSelector } from 'apimachinery/fields'
import { parseJSON, stringifyJSON } from 'apimachinery/json'
import { labelSelectorAsSelector, parse, parseToLabelSelector } from 'apimachinery/labels'
import { JSONPath, parseFieldSelectorFor } from 'apimachinery/meta'
import { parseQuantity } from 'apimachinery/resource'
import { parseDuration, parseIntOrString, parseMicroTime, parseTime } from 'apimachinery/scalar'
import { parseGroupVersion, parseKindArg, parseResourceArg } from 'apimachinery/schema'
import { kindOf, machinery } from '../../interop/ops/recode.mjs'
import { tolerate } from '../tolerate.mjs'

const labels = { app: 'web', tier: 'db', gen: '5', 'x/y': 'a', '': '' }
const pod = { metadata: { name: 'a', labels }, status: { conditions: [{ type: 'Ready', status: 'True', n: 1 }] } }

/** Small texts with a grammar of their own. */
export const texts = [
  {
    name: 'json text',
    kind: 'text',
    seeds: ['{"a":[1,2.5e3,null,true],"b":{"c":"\\u00e9\\n"}}', '[9007199254740993,-0,1E+30]', '"\\ud83d\\ude00"'],
    run(text) {
      stringifyJSON(parseJSON(text))
      parseJSON(text, { duplicates: 'error', integers: 'bigint' })
    },
  },
  {
    name: 'label selector',
    kind: 'text',
    seeds: ['app=web,tier!=db,env,!old', 'app in (a, b),x/y notin (c)', 'gen>3,gen<9', 'a==b,c in (),d=', ''],
    run(text) {
      const selector = parse(text)
      selector.matches(labels)
      parse(String(selector))
      tolerate(() => labelSelectorAsSelector(parseToLabelSelector(text)).matches(labels))
    },
  },
  {
    name: 'field selector',
    kind: 'text',
    seeds: ['metadata.name=foo,spec.nodeName!=bar', 'a\\,b=c\\=d,e==f', 'metadata.namespace=x'],
    run(text) {
      const selector = parseSelector(text)
      selector.matches(labels)
      parseSelector(String(selector))
      tolerate(() => parseFieldSelectorFor(machinery().scheme, kindOf('v1/Pod'), text))
    },
  },
  {
    name: 'quantity',
    kind: 'text',
    seeds: ['0', '100m', '1.5Gi', '1e3', '1E-6', '.000001', '7Ei', '-5m', '999999999999999999999n', '+1k'],
    run(text) {
      const quantity = parseQuantity(text)
      const other = parseQuantity('1.5Gi')
      parseQuantity(String(quantity.add(other)))
      quantity.sub(other).cmp(other)
      JSON.stringify(quantity)
    },
  },
  ...[
    ['time', ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05.123456+02:00', '0001-01-01T00:00:00Z'], parseTime],
    ['micro time', ['2024-01-02T03:04:05.123456Z'], parseMicroTime],
    ['duration', ['1h30m', '-1.5s', '9223372036854775807ns', '5µs', '0'], parseDuration],
    ['int or string', ['80', '50%', 'http', '-2147483649'], parseIntOrString],
    ['group version', ['apps/v1', 'v1', 'a/b/c'], parseGroupVersion],
    ['kind argument', ['Deployment.v1.apps', 'Pod'], parseKindArg],
    ['resource argument', ['deployments.v1.apps', 'pods'], parseResourceArg],
  ].map(([name, seeds, run]) => ({ name, kind: 'text', seeds, run })),
  {
    name: 'json path',
    kind: 'text',
    seeds: [
      '{.status.conditions[?(@.type=="Ready")].status}',
      '{..name} {.metadata.labels.x\\/y}',
      "{.status.conditions[0:1:1].n}{['metadata','status']}",
      '{.a[?(@.n>=1.5)]}',
    ],
    run(text) {
      JSONPath.parse(text, { allowMissingKeys: true }).execute(pod)
    },
  },
]
