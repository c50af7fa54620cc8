import { describe, expect, it } from 'vitest'
import { isGetOfFiles } from '../../cli/cluster-or-files.js'
import { apimachinery, folderWith } from './command.js'

const hour = 3_600_000

/** A time that long ago: half an hour is far from the next step of an age. */
function hoursAgo(hours: number): string {
  return `${new Date(Date.now() - (hours + 0.5) * hour).toISOString().slice(0, 19)}Z`
}

function pod(name: string, metadata: object = {}): object {
  const spec = { nodeName: 'n1', containers: [{ name: 'c', image: 'nginx' }] }
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, ...metadata }, spec, status: { phase: 'Running' } }
}

const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } }

async function get(objects: readonly object[], ...args: string[]) {
  return apimachinery(['get', '-f', '-', ...args], {
    input: objects.map((each) => JSON.stringify(each)).join('\n---\n'),
  })
}

describe('get -f', () => {
  it('prints objects of one kind as one table, with ages', async () => {
    const { code, out } = await get([pod('a', { creationTimestamp: hoursAgo(3 * 24 + 4) }), pod('longer-name')])
    expect(out).toBe(
      [
        'NAME          READY   STATUS    RESTARTS   AGE\n',
        'a             0/1     Running   0          3d4h\n',
        'longer-name   0/1     Running   0          <unknown>\n',
      ].join(''),
    )
    expect(code).toBe(0)
  })

  it('prints kinds one after another, names with their kind, defaults filled in', async () => {
    const { out } = await get([pod('a'), service])
    expect(out).toBe(
      [
        'NAME    READY   STATUS    RESTARTS   AGE\n',
        'pod/a   0/1     Running   0          <unknown>\n',
        '\n',
        'NAME          TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE\n',
        'service/web   ClusterIP   <none>       <none>        80/TCP    <unknown>\n',
      ].join(''),
    )
  })

  it('prints the items of lists', async () => {
    const mixed = { apiVersion: 'v1', kind: 'List', items: [pod('a'), pod('b')] }
    const { apiVersion, kind, ...item } = pod('c') as { apiVersion: string; kind: string }
    const typed = { apiVersion, kind: `${kind}List`, items: [item] }
    const { out } = await get([mixed, typed], '--no-headers')
    expect(out.split('\n').map((line) => line.split(' ')[0])).toEqual(['a', 'b', 'c', ''])
  })

  it('shows wide columns and namespaces', async () => {
    const { out } = await get([pod('a', { namespace: 'prod' })], '-o', 'wide', '-A', '--no-headers')
    expect(out).toBe('prod   a   0/1   Running   0   <unknown>   <none>   n1   <none>   <none>\n')
  })

  it('shows versions in the columns of their kind, removed ones included', async () => {
    const spec = {
      scaleTargetRef: { kind: 'Deployment', name: 'web' },
      maxReplicas: 5,
      targetCPUUtilizationPercentage: 60,
    }
    const scaler = { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', metadata: { name: 'web' }, spec }
    const scaled = await get([scaler], '--no-headers')
    expect(scaled.out).toBe('web   Deployment/web   cpu: <unknown>/60%   1   5   0   <unknown>\n')
    const ingress = { apiVersion: 'extensions/v1beta1', kind: 'Ingress', metadata: { name: 'i' } }
    expect((await get([ingress])).out).toMatch(/^NAME +CLASS +HOSTS +ADDRESS +PORTS +AGE\n/)
  })

  it('shows what would steer the terminal as text', async () => {
    const { out } = await get([{ apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'a\u001b[2J\nb' } }])
    expect(out).toContain('a^[[2J...')
  })
})

describe('get -f of custom resources', () => {
  const columns = [
    { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
    { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1 },
  ]
  const spec = { type: 'object', properties: { size: { type: 'integer' }, color: { type: 'string', default: 'red' } } }
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } }
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gadgets.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Gadget', plural: 'gadgets' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema, additionalPrinterColumns: columns }],
    },
  }
  const gadget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'g' }, spec: { size: 3 } }

  it('has the columns of the definition', async () => {
    const cwd = folderWith({ 'crd.json': JSON.stringify(definition), 'g.json': JSON.stringify(gadget) })
    const args = ['get', '-f', 'g.json', '--crds', 'crd.json']
    expect((await apimachinery(args, { cwd })).out).toBe('NAME   SIZE\ng      3\n')
    expect((await apimachinery([...args, '-o', 'wide'], { cwd })).out).toBe('NAME   SIZE   COLOR\ng      3      red\n')
    const empty = JSON.stringify({ ...gadget, spec: {} })
    const shown = await apimachinery(['get', '-f', '-', '--crds', 'crd.json', '-o', 'wide'], { cwd, input: empty })
    expect(shown.out).toBe('NAME   SIZE   COLOR\ng             red\n')
  })

  it('shows name and age without a definition', async () => {
    const metadata = { name: 'g', creationTimestamp: hoursAgo(5) }
    expect((await get([{ ...gadget, metadata }])).out).toMatch(/^NAME {3}AGE\ng {6}5h3\dm\n$/)
  })
})

describe('get -f refuses', () => {
  it('documents that cannot be read, and shows the others', async () => {
    const { code, out, err } = await get([{ kind: 'Pod' }, pod('a')])
    expect(code).toBe(1)
    expect(out).toMatch(/\na /)
    expect(err).toMatch(/^<stdin>:1:1: /)
  })

  it('an input without objects, and formats that are not tables', async () => {
    const nothing = await apimachinery(['get', '-f', '-'], { input: '# nothing\n' })
    expect([nothing.code, nothing.out, nothing.err]).toEqual([1, '', 'no objects found in the input'])
    const json = await get([pod('a')], '-o', 'json')
    expect([json.code, json.err]).toEqual([2, expect.stringContaining('-o json: get of files shows tables')])
  })
})

describe('get of a cluster', () => {
  it.each([
    [true, ['get', '-f', 'x.yaml']],
    [true, ['get', '-o', 'wide', '--filename=x.yaml']],
    [true, ['get', '-fx.yaml', '-A']],
    [false, ['get']],
    [false, ['get', 'pods', '-o', 'wide']],
    [false, ['get', '-f', 'x.yaml', '--context', 'kind']],
    [false, ['get', '-fx.yaml', '-s', 'https://host']],
    [false, ['apply', '-f', 'x.yaml']],
  ])('is told from one of files: %s for %j', (expected, args) => {
    expect(isGetOfFiles(args)).toBe(expected)
  })

  it('has its help told without the client', async () => {
    const { code, out } = await apimachinery(['get', '--help'])
    expect([code, out]).toEqual([0, expect.stringContaining('usage: apimachinery get -f PATH')])
  })
})
