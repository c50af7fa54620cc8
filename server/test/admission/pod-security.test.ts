import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Level } from 'apimachinery/api/admission-plugins'
import { Namespace, Pod } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckedPod } from '../../src/admission/pod-security/check.js'
import { detailsText, violationsOf } from '../../src/admission/pod-security/evaluate.js'
import { TestServer } from '../../src/testing/index.js'

/** First and last release of Kubernetes 1 in which a pod is taken or refused; empty for none. */
type Range = readonly [] | readonly [number, number]

/** A pod of the fixtures of k8s.io/pod-security-admission, with what they say of it. */
interface Fixture extends CheckedPod {
  readonly name: string
  readonly baseline: { readonly pass: Range; readonly fail: Range }
  readonly restricted: { readonly pass: Range; readonly fail: Range }
}

const file = new URL('pod-security.jsonl.gz', import.meta.url)
const fixtures = gunzipSync(readFileSync(file))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Fixture)

/** As the defaults of the kind make it: a volume without a source is an empty folder. */
function defaulted({ metadata, spec }: Fixture): CheckedPod {
  const volumes = spec.volumes?.map((volume) =>
    Object.keys(volume).length === 1 ? { ...volume, emptyDir: {} } : volume,
  )
  return { metadata, spec: volumes === undefined ? spec : { ...spec, volumes } }
}

function* releases([first, last]: Range): Generator<number> {
  if (first === undefined || last === undefined) return
  for (let release = first; release <= last; release++) yield release
}

describe('the checks of pods', () => {
  it('take and refuse what those of Kubernetes do', () => {
    const wrong: string[] = []
    let judged = 0
    for (const fixture of fixtures) {
      for (const level of ['baseline', 'restricted'] satisfies Level[]) {
        for (const verdict of ['pass', 'fail'] as const) {
          for (const version of releases(fixture[level][verdict])) {
            const text = detailsText(violationsOf({ level, version }, defaulted(fixture)))
            judged++
            if ((text === '') !== (verdict === 'pass'))
              wrong.push(`${fixture.name} ${level}:v1.${version} ${verdict}: ${text}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
    expect(judged).toBeGreaterThan(4000)
  })
})

describe('PodSecurity', () => {
  let server: TestServer
  const pod = (name: string, extra: object = {}) =>
    new Pod({ metadata: { name, namespace: 'strict' }, spec: { containers: [{ name: 'c', image: 'i', ...extra }] } })

  beforeAll(async () => {
    server = await TestServer.start()
    const labels = {
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/enforce-version': 'v1.30',
    }
    await server.client.create(new Namespace({ metadata: { name: 'strict', labels } }))
    await server.client.create(new Namespace({ metadata: { name: 'lax' } }))
  })
  afterAll(() => server.stop())

  it('refuses a pod in the words of Kubernetes', async () => {
    const refused = server.client.create(pod('a', { securityContext: { privileged: true } }))
    await expect(refused).rejects.toThrow(
      'pods "a" is forbidden: violates PodSecurity "restricted:v1.30": ' +
        'privileged (container "c" must not set securityContext.privileged=true), ' +
        'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), ' +
        'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), ' +
        'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), ' +
        'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
    )
  })

  it('takes a pod that asks for nothing', async () => {
    const securityContext = {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    }
    await expect(server.client.create(pod('b', { securityContext }))).resolves.toBeInstanceOf(Pod)
  })

  it('refuses labels that there are not', async () => {
    const labels = { 'pod-security.kubernetes.io/warn': 'strict' }
    await expect(server.client.create(new Namespace({ metadata: { name: 'wrong', labels } }))).rejects.toThrow(
      'Namespace "wrong" is invalid: metadata.labels[pod-security.kubernetes.io/warn]: Invalid value: "strict": must be one of privileged, baseline, restricted',
    )
  })

  it('lists the pods that a new level would reject, and their owners', async () => {
    const loose = new Pod({
      metadata: { name: 'p', namespace: 'lax' },
      spec: { hostNetwork: true, containers: [{ name: 'c', image: 'i' }] },
    })
    await server.client.create(loose)
    const patched = await server.fetch(
      new Request('https://localhost/api/v1/namespaces/lax', {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } }),
      }),
    )
    expect(patched.headers.get('warning')).toBe(
      '299 - "existing pods in namespace \\"lax\\" violate the new PodSecurity enforce level \\"baseline:latest\\"", 299 - "p: host namespaces"',
    )
    const template = {
      metadata: { labels: { a: 'b' } },
      spec: { hostPID: true, containers: [{ name: 'c', image: 'i' }] },
    }
    const deployment = await server.fetch(
      new Request('https://localhost/apis/apps/v1/namespaces/lax/deployments', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name: 'd' },
          spec: { selector: { matchLabels: { a: 'b' } }, template },
        }),
      }),
    )
    expect(deployment.status).toBe(201)
    expect(deployment.headers.get('warning')).toBe(
      '299 - "would violate PodSecurity \\"baseline:latest\\": host namespaces (hostPID=true)"',
    )
  })
})
