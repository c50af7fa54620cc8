import { loadEntry } from '../harness/modules.mjs'

/** Rules as CRDs in the wild have them: unions, bounds, uniqueness, transitions, formats. */
const rules = [
  { rule: 'self.minReplicas <= self.maxReplicas' },
  { rule: 'has(self.http) != has(self.tcp)' },
  { rule: "!has(self.http) || self.http.paths.all(p, p.path.startsWith('/') && !p.path.contains('//'))" },
  { rule: 'self.ports.all(p, self.ports.exists_one(q, q.name == p.name))' },
  { rule: "self.ports.all(p, p.protocol in ['TCP', 'UDP', 'SCTP'])" },
  { rule: 'self.name == oldSelf.name' },
  { rule: "self.hosts.all(h, h.matches('^[a-z0-9.*-]+$') && h.size() <= 253)" },
  { rule: "!has(self.size) || quantity(self.size).isGreaterThan(quantity('1Mi'))" },
]
const text = { type: 'string', maxLength: 253 }
const port = { name: text, protocol: text, port: { type: 'integer' } }
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        name: text,
        size: text,
        minReplicas: { type: 'integer' },
        maxReplicas: { type: 'integer' },
        hosts: { type: 'array', maxItems: 16, items: text },
        ports: { type: 'array', maxItems: 16, items: { type: 'object', properties: port } },
        http: {
          type: 'object',
          properties: { paths: { type: 'array', maxItems: 16, items: { type: 'object', properties: { path: text } } } },
        },
        tcp: { type: 'object', properties: { port: { type: 'integer' } } },
      },
      'x-kubernetes-validations': rules,
    },
  },
}

function objectOf(i) {
  const ports = ['http', 'https', 'metrics'].map((name, j) => ({ name, protocol: 'TCP', port: 8000 + j }))
  const paths = ['/', '/api', `/p/${i}`].map((path) => ({ path }))
  const hosts = [`a${i}.example.com`, '*.example.com']
  return { spec: { name: `o${i}`, size: '10Gi', minReplicas: 1, maxReplicas: i + 1, hosts, ports, http: { paths } } }
}

const parsing = 'JSON.parse of the same objects'

export const workload = {
  name: 'CEL rules, 1,000 objects',
  about: 'Eight rules of the sort that CRDs have, for each of 1,000 objects and the ones before them; compiled once.',
  unit: 'ms',
  async setup() {
    const { CELValidator, newStructural } = await loadEntry('./openapi')
    const objects = Array.from({ length: 1000 }, (_, i) => objectOf(i))
    const validator = new CELValidator(newStructural(schema))
    const wrong = objects.flatMap((object) => validator.validate(object, { old: object }))
    if (wrong.length > 0) throw new Error(wrong[0].message)
    return {
      objects,
      validator,
      CELValidator,
      newStructural,
      documents: objects.map((object) => JSON.stringify(object)),
    }
  },
  operations: [
    { name: parsing, run: ({ documents }) => documents.map((document) => JSON.parse(document)) },
    {
      name: 'evaluate eight rules each',
      baseline: parsing,
      run: ({ objects, validator }) => objects.map((object) => validator.validate(object, { old: object })),
    },
    {
      name: 'compile the rules',
      run: ({ objects, CELValidator, newStructural }) => new CELValidator(newStructural(schema)).validate(objects[0]),
    },
  ],
}
