import { hookAnswers } from '../hook-answers.js'
import {
  apply,
  definitions,
  jsonPatch,
  merge,
  metadataOnly,
  ScenarioWriter,
  table,
  type Value,
  version,
  yaml,
} from '../scenario.js'

const text = { type: 'string' }
const more = { size: { type: 'integer' }, tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' } }
const status = { type: 'object', properties: { phase: text, size: { type: 'integer' }, selector: text } }
const scale = {
  specReplicasPath: '.spec.size',
  statusReplicasPath: '.status.size',
  labelSelectorPath: '.status.selector',
}

const first = (given: object = {}) =>
  version(
    { spec: { type: 'object', properties: { host: text, port: { ...text, default: '80' }, ...more } }, status },
    { name: 'v1', subresources: { status: {}, scale }, ...given },
  )
const second = (given: object = {}) =>
  version(
    {
      spec: {
        type: 'object',
        properties: { address: { ...text, maxLength: 20 }, note: { ...text, default: 'none' }, ...more },
      },
      status,
    },
    {
      name: 'v2',
      storage: false,
      subresources: { status: {}, scale },
      selectableFields: [{ jsonPath: '.spec.address' }],
      additionalPrinterColumns: [{ name: 'Address', type: 'string', jsonPath: '.spec.address' }],
      ...given,
    },
  )
const third = version(
  { spec: { type: 'object', properties: { address: text, ...more } }, status },
  { name: 'v3', storage: false, subresources: { status: {}, scale } },
)

const webhook = (clientConfig: object = { url: '{{hook}}', caBundle: '{{ca}}' }, reviews = ['v1', 'v1beta1']) => ({
  strategy: 'Webhook',
  webhook: { conversionReviewVersions: reviews, clientConfig },
})

/** A definition whose versions the webhook converts, and paths of its objects. */
function define(s: ScenarioWriter, conversion: Value = webhook()) {
  s.hook('converted')
  s.define('Thing', [first(), second(), third], { conversion })
  return { one: s.path('things'), two: s.path('things', 'v2'), three: s.path('things', 'v3') }
}

export const conversions = new ScenarioWriter('conversions', (s) => {
  const { one, two, three } = define(s)
  const v1 = (name: string, spec: object, given: object = {}) => s.object('Thing', name, { spec, ...given })
  const v2 = (name: string, spec: object, given: object = {}) => s.object('Thing', name, { spec, ...given }, 'v2')
  s.post(one, v1('a', { host: 'h', port: '1', size: 1 }))
  s.post(two, v2('b', { address: 'g:2', tags: ['x'] }))
  s.post(three, s.object('Thing', 'c', { spec: { address: 'c:3' } }, 'v3'))
  s.post(two, v2('d', {}))
  s.post(one, v1('e', {}))
  s.post(two, v1('f', { host: 'h' }))
  s.post(two, v2('f', { address: 'x'.repeat(21) }))
  s.post(`${two}?fieldValidation=Strict`, v2('f', { address: 'a', host: 'h' }))
  s.post(`${two}?dryRun=All`, v2('f', { address: 'dry:1' }))
  s.post(two, { ...v2('', {}), metadata: { generateName: 'gen-' } })
  s.delete(`${two}?fieldSelector=spec.address%3D`)
  for (const all of [one, two, three]) {
    s.get(all)
    s.get(all, table)
    s.get(`${all}/a`)
    s.get(`${all}/b`)
    s.get(`${all}/a`, metadataOnly)
    s.get(`${all}/a`, 'application/yaml')
    s.get(`${all}/a/status`)
    s.get(`${all}/a/scale`)
    s.get(`${all}?limit=1`)
    s.get(`${all}?limit=1&continue={{continue}}`)
    s.get(`${all}?resourceVersion=0&fieldSelector=metadata.name%3Db`)
    s.get(`${all}?fieldSelector=spec.address%3Dg:2`)
    s.get(`${all}/missing`)
  }
  s.hook('told')
  s.get(`${two}/a`)
  s.get(`${three}/a`)
  s.get(`${one}/a`)
  s.hook('converted')
  s.put(`${two}/a`, v2('a', { address: 'p:9' }, { metadata: { resourceVersion: '{{version}}' } }))
  s.put(`${two}/a`, v2('a', { address: 'p:9' }))
  s.put(`${three}/b?dryRun=All`, s.object('Thing', 'b', { spec: {} }, 'v3'))
  s.patch(`${two}/a`, { spec: { address: 'm:1', note: 'n' }, status: { phase: 'no' } })
  s.patch(`${two}/a`, { spec: { address: 'm:1' } })
  s.patch(`${two}/a`, [{ op: 'replace', path: '/spec/address', value: 'j:5' }], jsonPatch)
  s.patch(`${two}/a`, [{ op: 'test', path: '/spec/host', value: 'j' }], jsonPatch)
  s.patch(`${two}/a`, { spec: { address: 7 } })
  s.patch(`${two}/a?dryRun=All`, { spec: { address: 'dry:7' } })
  s.patch(`${two}/a/status`, { status: { phase: 'New', size: 4, selector: 'a=b' }, spec: { address: 'no' } })
  s.patch(`${three}/a/scale`, { spec: { replicas: 5 } })
  s.get(`${one}/a`)
  s.patch(`${two}/a?fieldManager=m`, v2('a', { address: 'x:1' }), apply)
  s.patch(`${two}/a?fieldManager=m&force=true`, v2('a', { address: 'x:1', tags: ['t'] }), apply)
  s.patch(`${one}/a?fieldManager=n`, v1('a', { host: 'y' }), apply)
  s.patch(`${one}/a?fieldManager=n&force=true`, v1('a', { host: 'y', tags: ['u'] }), apply)
  s.patch(`${one}/a?fieldManager=m`, v1('a', { host: 'z' }), apply)
  s.patch(`${two}/a?fieldManager=m`, v2('a', {}), apply)
  s.patch(`${two}/a?fieldManager=m`, v1('a', {}), apply)
  s.patch(`${two}/new?fieldManager=m`, v2('new', { address: 'n:1' }), apply)
  s.patch(`${one}/new?fieldManager=n`, v1('new', { host: 'o' }), apply)
  s.patch(`${three}/new/status?fieldManager=m`, s.object('Thing', 'new', { status: { phase: 'A' } }, 'v3'), apply)
  s.patch(`${one}/new/status?fieldManager=n`, s.object('Thing', 'new', { status: { phase: 'B' } }), apply)
  s.get(`${two}/new`)
  s.get(`${one}/new`)
  s.send(
    'PUT',
    `${two}/new`,
    `apiVersion: ${s.group}/v2\nkind: Thing\nmetadata: {name: new, resourceVersion: "{{version}}"}\nspec: {address: "q:1"}\n`,
    yaml,
  )
  s.watch('one', `${one}?watch=true&resourceVersion={{version}}`)
  s.watch('two', `${two}?watch=true&resourceVersion={{version}}`)
  s.watch('table', `${two}?watch=true&resourceVersion={{version}}`, table)
  s.watch('selected', `${two}?watch=true&resourceVersion={{version}}&fieldSelector=spec.address%3Dq:2`)
  s.patch(`${one}/new`, { spec: { port: '2' } })
  s.patch(`${two}/new`, { spec: { address: 'q:3' } })
  s.patch(`${three}/b`, { metadata: { labels: { l: 'm' } } })
  s.post(two, v2('g', { address: 'q:2' }))
  s.delete(`${two}/g`)
  for (const name of ['one', 'two', 'table', 'selected']) s.collect(name)
  s.delete(`${two}/b`, { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] })
  s.delete(`${two}/b`, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'x' } })
  s.patch(`${two}/c`, { metadata: { finalizers: ['example.com/f'] } })
  s.delete(`${two}/c`)
  s.patch(`${one}/c`, { metadata: { finalizers: null } })
  s.delete(`${three}?labelSelector=l%3Dm`)
  s.delete(two)
  s.get(one)
})

/** Answers that are no review, or a refusal. */
export const wrongConversions = new ScenarioWriter('wrongconversions', (s) => {
  const { one, two } = define(s)
  s.post(
    one,
    s.object('Thing', 'a', {
      metadata: { labels: { a: 'b' }, annotations: { c: 'd' } },
      spec: { host: 'h', port: '1' },
    }),
  )
  s.get(two)
  // It is for random scenarios.
  for (const name of Object.keys(hookAnswers).filter((each) => each !== 'renamed')) {
    s.hook(name)
    s.get(`${two}/a`)
    if (/metadata|labels|fields|spec|address/.test(name)) s.patch(`${two}/a?dryRun=All`, { spec: { address: 'p:2' } })
    s.post(`${two}?dryRun=All`, s.object('Thing', 'b', { spec: { address: 'p:2' } }, 'v2'))
  }
  for (const name of ['refused', 'no body', 'status 500', 'another kind', 'another name', 'text for metadata']) {
    s.hook(name)
    s.post(two, s.object('Thing', 'b', { spec: { address: 'p:2' } }, 'v2'))
    s.put(`${two}/a`, s.object('Thing', 'a', { metadata: { resourceVersion: '{{version}}' } }, 'v2'))
    s.patch(`${two}/a`, { spec: { address: 'p:2' } })
    s.patch(`${two}/a`, [{ op: 'remove', path: '/spec' }], jsonPatch)
    s.patch(`${two}/a?fieldManager=m`, s.object('Thing', 'a', { spec: {} }, 'v2'), apply)
    s.patch(`${two}/new?fieldManager=m`, s.object('Thing', 'new', { spec: {} }, 'v2'), apply)
    s.patch(`${two}/a/status`, { status: { phase: 'X' } })
    s.get(`${two}/a/scale`)
    s.patch(`${two}/a/scale`, { spec: { replicas: 2 } })
    s.delete(`${two}/a`)
    s.delete(`${two}/missing`)
    s.get(`${two}/missing`)
    s.get(`${two}/a`, table)
    s.get(`${two}/a`, metadataOnly)
    s.get(`${one}/a`)
  }
})

/** A definition of two versions with one object. */
function defineTwo(s: ScenarioWriter, conversion: Value): string {
  s.hook('told')
  s.define('Thing', [first(), second()], { conversion })
  s.post(s.path('things'), s.object('Thing', 'a', { spec: { host: 'a' } }))
  return s.path('things', 'v2')
}

/** Where webhooks are, and whom the server trusts. Each is a scenario: what fails takes a while. */
export const hookAddresses = [
  () => ({ url: '{{hook}}/more', caBundle: '{{ca}}' }),
  () => ({ url: '{{hook}}/more//', caBundle: '{{ca}}' }),
  (path: string) => ({ service: { namespace: 'hooks', name: 'converter', path }, caBundle: '{{ca}}' }),
  (path: string) => ({
    service: { namespace: 'hooks', name: 'converter', path: `${path}/`, port: 8443 },
    caBundle: '{{ca}}',
  }),
  (path: string) => ({ service: { namespace: 'hooks', name: 'other', path }, caBundle: '{{ca}}' }),
  () => ({ url: '{{hook}}' }),
  () => ({ url: 'https://127.0.0.1:1/x', caBundle: '{{ca}}' }),
].map(
  (config, index) =>
    new ScenarioWriter(`hookaddress${index}`, (s) => {
      const two = defineTwo(s, webhook(config(`/${s.name}`)))
      s.post(`${two}?dryRun=All`, s.object('Thing', 'x', { spec: { address: 'p:2' } }, 'v2'))
      s.get(`${two}/a`)
    }),
)

export const reviewVersions = [['v1beta1'], ['v7', 'v1beta1', 'v1'], ['v7']].map(
  (reviews, index) =>
    new ScenarioWriter(`reviewversions${index}`, (s) => {
      const two = defineTwo(s, webhook(undefined, reviews))
      for (const name of [
        'told',
        'another version of reviews',
        'no kind of review',
        'another uid of the review',
        'refused',
        'no response',
        'a pod',
      ]) {
        s.hook(name)
        s.get(`${two}/a`)
      }
    }),
)

export const hookConfigurations = new ScenarioWriter('hookconfigurations', (s) => {
  defineTwo(s, webhook())
  for (const conversion of [
    { strategy: 'None' },
    { strategy: 'None', webhook: webhook().webhook },
    { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } },
    { strategy: 'Webhook', webhook: { conversionReviewVersions: [], clientConfig: { url: '{{hook}}' } } },
    { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1', 'v1'], clientConfig: { url: '{{hook}}' } } },
    webhook({ url: 'http://127.0.0.1' }),
    webhook({ url: 'https://u:p@127.0.0.1/x?y=z#f' }),
    webhook({ url: '{{hook}}', service: { namespace: 'a', name: 'b' } }),
    webhook({ service: { namespace: '', name: '', path: 'x//y', port: 0 } }),
    webhook({ service: { namespace: 'a', name: 'b', path: '/a b', port: 70000 } }),
    webhook({ url: '{{hook}}', caBundle: 'bm8=' }),
  ])
    s.send('PATCH', `${definitions}/things.${s.group}?dryRun=All`, { spec: { conversion } }, merge)
})

/** Objects that are stored in one version and then in another. */
export const movedVersions = new ScenarioWriter('movedversions', (s) => {
  const { one, two, three } = define(s)
  const own = `${definitions}/things.${s.group}`
  s.post(one, s.object('Thing', 'a', { spec: { host: 'h', port: '1' } }))
  s.post(two, s.object('Thing', 'b', { spec: { address: 'g:2' } }, 'v2'))
  s.change('things', [
    { op: 'replace', path: '/spec/versions/0/storage', value: false },
    { op: 'replace', path: '/spec/versions/1/storage', value: true },
  ])
  s.get(own, undefined, { until: { contains: '"storedVersions":["v1","v2"]' } })
  s.post(two, s.object('Thing', 'c', { spec: { address: 'x:3' } }, 'v2'))
  for (const all of [one, two, three]) {
    s.get(all)
    s.get(`${all}/a`)
    s.get(`${all}/c`)
  }
  s.hook('told')
  for (const all of [one, two, three]) for (const name of ['a', 'c']) s.get(`${all}/${name}`)
  s.hook('converted')
  s.patch(`${one}/a`, { metadata: { labels: { moved: 'yes' } } })
  s.patch(`${one}/b`, {})
  s.put(`${two}/b`, s.object('Thing', 'b', { metadata: { resourceVersion: '{{version}}' }, spec: {} }, 'v2'))
  s.hook('told')
  for (const all of [one, two]) for (const name of ['a', 'b', 'c']) s.get(`${all}/${name}`)
  s.hook('converted')
  s.change('things', [{ op: 'remove', path: '/spec/versions/0' }])
  s.send('PATCH', `${own}/status`, { status: { storedVersions: ['v2'] } }, merge, { defines: true })
  s.change('things', [{ op: 'remove', path: '/spec/versions/0' }])
  s.get(one, undefined, { until: { status: 404 } })
  s.get(two)
  s.patch(`${two}/c?fieldManager=m`, s.object('Thing', 'c', { spec: { address: 'x:4' } }, 'v2'), apply)
  s.get(own)
  s.change('things', [{ op: 'replace', path: '/spec/conversion', value: { strategy: 'None' } }])
  s.get(`${three}/a`)
  s.patch(`${three}/a`, { spec: { address: 'n:1' } })
  s.get(two)
})
