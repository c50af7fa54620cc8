import { definitions, json, merge, ScenarioWriter, type Value, version } from '../scenario.js'

const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

export const invalidDefinitions = new ScenarioWriter('invaliddefinitions', (s) => {
  const good = version(null, { schema: any })
  const at = (more: Value, versions: Value = [good]) =>
    s.post(`${definitions}?dryRun=All`, s.definition('Odd', versions, more))
  at({})
  for (const names of [
    { plural: 'Odds' },
    { plural: '' },
    { plural: 'a.b' },
    { plural: '1odds' },
    { plural: 'x'.repeat(64) },
    { kind: '' },
    { kind: 'odd' },
    { kind: 'Odd_' },
    { kind: 'Odd', listKind: 'Odd' },
    { kind: 'Odd', listKind: 'bad list' },
    { singular: 'Bad' },
    { singular: 'odds' },
    { singular: '' },
    { shortNames: ['Bad', 'ok', ''] },
    { shortNames: ['a', 'a'] },
    { shortNames: 'a' },
    { categories: ['Bad', 'all', ''] },
    { odd: 1 },
  ])
    at({ names })
  for (const group of [
    '',
    'nodots',
    'Bad.example.com',
    'a..b',
    'x'.repeat(250),
    'a.k8s.io',
    'a.kubernetes.io',
    'apps',
    'example.com:80',
  ])
    at({ group })
  for (const scope of ['', 'Odd', 'namespaced', 5]) at({ scope })
  for (const name of ['other', 'Odds.example.com', '', `odds.${s.group}.x`]) at({ metadata: { name } })
  for (const annotation of ['https://github.com/kubernetes/kubernetes/pull/1', 'unapproved, testing', 'bad', ''])
    at({ group: 'oracle.k8s.io', metadata: { annotations: { 'api-approved.kubernetes.io': annotation } } })
  for (const conversion of [
    { strategy: 'None' },
    { strategy: 'Odd' },
    { strategy: '' },
    {},
    { strategy: 'None', webhook: { conversionReviewVersions: ['v1'] } },
    { strategy: 'Webhook' },
    { strategy: 'Webhook', webhook: {} },
    { strategy: 'Webhook', webhook: { conversionReviewVersions: [] } },
    { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } },
    {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['odd'], clientConfig: { url: 'https://x.example.com/y' } },
    },
    {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1', 'v1', 'Bad_'], clientConfig: { url: 'https://x.example.com/y' } },
    },
    {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1beta1', 'v1'], clientConfig: { url: 'http://x' } },
    },
    {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://a:b@x/y?z=1#f' } },
    },
    {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { url: 'https://x', service: { name: 'a', namespace: 'b' } },
      },
    },
    {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { service: { name: '', namespace: '', port: 0, path: 'x' } },
      },
    },
    {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { service: { name: 'a', namespace: 'b', port: 70_000, path: '/a//b' } },
      },
    },
    {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { service: { name: 'a', namespace: 'b' }, caBundle: 'bm90aGluZw==' },
      },
    },
    {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { service: { name: 'a', namespace: 'b' }, caBundle: '!' },
      },
    },
    {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { service: { name: 'a', namespace: 'b' } } },
    },
  ])
    at({ conversion })
  at({ preserveUnknownFields: true })
  at({ preserveUnknownFields: false })
  at({ preserveUnknownFields: 'x' })
  at({ odd: 1, subresources: {}, validation: {}, version: 'v1', additionalPrinterColumns: [] })
  for (const versions of [
    [],
    null,
    [{}],
    [{ ...good, name: '' }],
    [{ ...good, name: 'V1' }],
    [{ ...good, name: 'v_1' }],
    [{ ...good, name: '1v' }],
    [good, good],
    [good, { ...good, name: 'v2' }],
    [{ ...good, storage: false }],
    [{ ...good, served: false }],
    [{ name: 'v1', served: true, storage: true }],
    [{ ...good, schema: null }],
    [{ ...good, schema: {} }],
    [{ ...good, schema: { openAPIV3Schema: any, odd: 1 } }],
    [{ ...good, deprecationWarning: 'x' }],
    [{ ...good, deprecated: true, deprecationWarning: '' }],
    [{ ...good, deprecated: true, deprecationWarning: 'x'.repeat(257) }],
    [{ ...good, deprecated: true, deprecationWarning: 'a\u0007b' }],
    [{ ...good, deprecated: true, deprecationWarning: 'tab\tand "quotes"' }],
    [{ ...good, odd: 1 }],
    [{ ...good, served: 'yes' }],
    [{ served: true, storage: true, schema: good.schema }],
  ])
    at({}, versions)
  for (const subresources of [
    {},
    { status: {} },
    { status: { odd: 1 } },
    { status: null },
    { scale: {} },
    { scale: { specReplicasPath: '.spec.r', statusReplicasPath: '.status.r' } },
    { scale: { specReplicasPath: 'spec.r', statusReplicasPath: 'status.r' } },
    { scale: { specReplicasPath: '.status.r', statusReplicasPath: '.spec.r' } },
    { scale: { specReplicasPath: '.spec.r[0]', statusReplicasPath: '.status.r.*' } },
    { scale: { specReplicasPath: '.spec', statusReplicasPath: '.status' } },
    { scale: { specReplicasPath: '.spec.r', statusReplicasPath: '.status.r', labelSelectorPath: '' } },
    { scale: { specReplicasPath: '.spec.r', statusReplicasPath: '.status.r', labelSelectorPath: '.metadata.x' } },
    { scale: { specReplicasPath: '.spec.r', statusReplicasPath: '.status.r', labelSelectorPath: '.spec.s' } },
    { scale: { specReplicasPath: ".spec['r.x']", statusReplicasPath: '.status.r', labelSelectorPath: '.status.s[' } },
    { scale: null, odd: 1 },
  ])
    at({}, [{ ...good, subresources }])
  const columns = (more: Value) => at({}, [{ ...good, additionalPrinterColumns: more }])
  for (const column of [
    {},
    { name: 'A', type: 'string', jsonPath: '.a' },
    { name: 'A', type: 'odd', jsonPath: '.a' },
    { name: '', type: 'string', jsonPath: '' },
    { name: 'A', type: 'string', jsonPath: 'a' },
    { name: 'A', type: 'string', jsonPath: '{.a}' },
    { name: 'A', type: 'string', jsonPath: '.a[' },
    { name: 'A', type: 'string', jsonPath: '.a[?(@.b=="c")].d' },
    { name: 'A', type: 'string', jsonPath: '..a' },
    { name: 'A', type: 'string', jsonPath: '.a[*]' },
    { name: 'A', type: 'string', jsonPath: '$.a' },
    { name: 'A', type: 'string', jsonPath: '.metadata.annotations.a\\.b/c' },
    { name: 'A', type: 'string', jsonPath: ".metadata.annotations['a.b/c']" },
    { name: 'A', type: 'string', jsonPath: '.a b' },
    { name: 'A', type: 'string', jsonPath: '.a', format: 'odd' },
    { name: 'A', type: 'integer', jsonPath: '.a', format: 'int32', priority: -1, description: 'x' },
    { name: 'A', type: 'integer', jsonPath: '.a', format: 'date-time', priority: 5 },
    { name: 'A', type: 'date', jsonPath: '.a', JSONPath: '.b' },
    { name: 'A', type: 'string', jsonPath: 5 },
  ])
    columns([column])
  columns([])
  columns([
    { name: 'A', type: 'string', jsonPath: '.a' },
    { name: 'A', type: 'string', jsonPath: '.a' },
  ])
  const selectable = (selectableFields: Value) =>
    at({}, [
      version(
        {
          spec: {
            type: 'object',
            properties: {
              a: { type: 'string' },
              i: { type: 'integer' },
              b: { type: 'boolean' },
              n: { type: 'number' },
              o: { type: 'object' },
              l: { type: 'array', items: { type: 'string' } },
              e: { type: 'string', enum: ['x'] },
              m: { type: 'object', additionalProperties: { type: 'string' } },
              x: { 'x-kubernetes-int-or-string': true },
            },
          },
        },
        { selectableFields },
      ),
    ])
  for (const path of [
    '.spec.a',
    '.spec.i',
    '.spec.b',
    '.spec.n',
    '.spec.o',
    '.spec.l',
    '.spec.l[0]',
    '.spec.e',
    '.spec.m.k',
    '.spec.x',
    '.spec.none',
    'spec.a',
    '',
    '.metadata.name',
    '.metadata.labels.x',
    '.spec',
    '.',
    "['spec'].a",
    ".spec['a']",
    '.kind',
  ])
    selectable([{ jsonPath: path }])
  selectable([{ jsonPath: '.spec.a' }, { jsonPath: '.spec.a' }])
  selectable([])
  selectable(Array.from({ length: 9 }, (_, i) => ({ jsonPath: `.spec.${'aibeaibea'[i]}` })))
  selectable([{ odd: 1 }])
  for (const query of ['fieldValidation=Strict', 'fieldValidation=Warn', 'fieldValidation=Ignore'])
    s.post(
      `${definitions}?dryRun=All&${query}`,
      JSON.stringify(s.definition('Odd', [{ ...good, odd: 1 }], { more: 1 })).replace(
        '"scope":',
        '"scope":"Cluster","scope":',
      ),
    )
  for (const body of [
    '',
    '{}',
    '[]',
    'null',
    '{broken',
    '{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1beta1"}',
    '{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1"}',
    '{"kind":"Other","apiVersion":"apiextensions.k8s.io/v1"}',
    '{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","metadata":{"name":"x"},"spec":{}}',
  ])
    s.post(`${definitions}?dryRun=All`, body)
})

export const names = new ScenarioWriter('names', (s) => {
  const open = version(null, { schema: any })
  s.define('First', [open], { names: { shortNames: ['f', 'fi'], singular: 'primus', categories: ['c'] } })
  const wait = (plural: string, contains: string) =>
    s.get(`${definitions}/${plural}.${s.group}`, undefined, { until: { contains } })
  const remove = (plural: string) => {
    s.send('DELETE', `${definitions}/${plural}.${s.group}`, undefined, json, { defines: true })
    s.get(`${definitions}/${plural}.${s.group}`, undefined, { until: { status: 404 } })
  }
  const conflict = (kind: string, more: object, keep = false) => {
    const body = s.definition(kind, [open], { names: more })
    s.send('POST', definitions, body, json, { defines: true })
    wait(body.spec.names.plural, '"type":"Established"')
    s.get(s.path(body.spec.names.plural))
    if (!keep) remove(body.spec.names.plural)
  }
  conflict('Second', { kind: 'First', plural: 'seconds' })
  conflict('Fourth', { singular: 'primus' })
  conflict('Fifth', { listKind: 'FirstList' })
  conflict('Sixth', { kind: 'FirstList', plural: 'sixths' })
  conflict('Seventh', { singular: 'f', shortNames: ['firsts'] })
  conflict('Eighth', { shortNames: ['eighth', 'eighths'], singular: 'eighth' })
  conflict('Ninth', { plural: 'primus', kind: 'Ninth' })
  conflict('Tenth', {
    kind: 'First',
    plural: 'tenths',
    singular: 'fi',
    shortNames: ['primus', 'te'],
    listKind: 'FirstList',
  })
  conflict('Third', { shortNames: ['fi', 't'] }, true)
  conflict('Eleventh', { kind: 'First', plural: 'elevenths' }, true)
  s.get(`/apis/${s.group}/v1`)
  remove('firsts')
  for (const plural of ['thirds', 'elevenths']) wait(plural, '"message":"the initial names have been accepted"')
  s.get(`/apis/${s.group}/v1`, undefined, { until: { contains: 'elevenths' } })
  s.define('Twelfth', [open], { names: { plural: 'twelves', shortNames: ['f'] } })
  s.send(
    'PATCH',
    `${definitions}/thirds.${s.group}`,
    { spec: { names: { shortNames: ['f', 'tt'], categories: ['z'] } } },
    merge,
    { defines: true },
  )
  wait('thirds', '"reason":"ShortNamesConflict"')
  s.get(`/apis/${s.group}/v1`)
})
