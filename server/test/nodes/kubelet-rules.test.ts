import { describe, expect, it } from 'vitest'
import { readNodesConfiguration } from '../../src/nodes/configuration/read-configuration.js'
import type { LocalAccess } from '../../src/nodes/pod-rules/local-access.js'
import { findEntry } from '../../src/nodes/pod-rules/pod-rules.js'

const kwok = 'kwok.x-k8s.io/v1alpha1'
const own = 'nodes.apimachinery.dev/v1alpha1'
const everything: LocalAccess = { files: true, commands: true }

function rulesOf(text: string, access = everything) {
  const { kubelet } = readNodesConfiguration(text, 'kwok.yaml', access)
  if (kubelet === undefined) throw new Error('no rules were read')
  return kubelet
}

// The examples of the documentation of kwok 0.8.0, shortened.
const document = `
kind: Logs
apiVersion: ${kwok}
metadata: {name: fake-pod, namespace: other}
spec:
  logs:
  - containers: [fake-app]
    logsFile: /named.log
    previousLogsFile: /named-previous.log
    follow: true
---
kind: ClusterLogs
apiVersion: ${kwok}
metadata: {name: some}
spec:
  selector: {matchNamespaces: [default, other], matchNames: [fake-pod, second]}
  logs:
  - logsFile: /any.log
  - containers: [special]
    logsFile: /special.log
---
kind: ClusterLogs
apiVersion: ${own}
metadata: {name: rest}
spec:
  logs:
  - text: "hello\\n"
`

describe('rules for kubelets', () => {
  it.each([
    ['other', 'fake-pod', 'fake-app', { file: '/named.log' }],
    ['other', 'fake-pod', 'sidecar', undefined],
    ['default', 'fake-pod', 'fake-app', { file: '/any.log' }],
    ['default', 'second', 'special', { file: '/special.log' }],
    ['third', 'fake-pod', 'special', { text: 'hello\n' }],
  ])('of the pod %s/%s, container %s', (...row) => {
    const [namespace, name, key, log] = row
    const query = {
      pod: { namespace, name },
      key,
      keysOf: ({ containers }: { containers: readonly string[] }) => containers,
    }
    const entry = findEntry(rulesOf(document).logs, query)
    expect(typeof entry === 'string' ? entry : entry.log).toEqual(log ?? 'noEntry')
  })

  it('have all that kwok has', () => {
    const rules = rulesOf(`
kind: Exec
apiVersion: ${kwok}
metadata: {name: p, namespace: web}
spec:
  execs:
  - local:
      workDir: /tmp
      envs: [{name: A, value: b}]
      securityContext: {runAsUser: 1001, runAsGroup: 1002}
---
kind: ClusterAttach
apiVersion: ${kwok}
metadata: {name: a}
spec: {attaches: [{logsFile: /a.log}]}
---
kind: ClusterPortForward
apiVersion: ${kwok}
metadata: {name: f}
spec:
  forwards:
  - {ports: [80, 8080], target: {address: db.example, port: 5432}}
  - {command: [nc, localhost, '80'], target: {address: ignored, port: 1}}
`)
    const local = { workDir: '/tmp', environment: { A: 'b' }, user: 1001, group: 1002 }
    expect(rules.execs[0]?.entries).toEqual([{ containers: [], run: local }])
    expect(rules.attaches[0]?.entries).toEqual([{ containers: [], log: { file: '/a.log' }, echo: false }])
    expect(rules.forwards[0]?.entries).toEqual([
      { ports: [80, 8080], destination: { address: 'db.example', port: 5432 } },
      { ports: [], destination: { command: ['nc', 'localhost', '80'] } },
    ])
  })

  it.each([
    ['Logs', 'logs: [{logsFile: /etc/passwd}]', 'spec.logs[0].logsFile: reads a file of the machine of the server'],
    [
      'ClusterAttach',
      'attaches: [{logsFile: a}]',
      'spec.attaches[0].logsFile: reads a file of the machine of the server',
    ],
    [
      'ClusterExec',
      'execs: [{local: {}}]',
      'spec.execs[0].local: runs the commands of clients on the machine of the server',
    ],
    [
      'PortForward',
      'forwards: [{command: [sh]}]',
      'spec.forwards[0].command: runs a command on the machine of the server',
    ],
    [
      'ClusterPortForward',
      'forwards: [{target: {address: localhost, port: 22}}]',
      'spec.forwards[0].target: dials an address from the machine of the server',
    ],
  ])('of the kind %s use nothing of the machine unless that is allowed', (kind, spec, message) => {
    const text = `kind: ${kind}\napiVersion: ${kwok}\nmetadata: {name: x}\nspec:\n  ${spec}\n`
    const refused = `: ${kind} "x": ${message}, which is not allowed: ask for it`
    expect(() => rulesOf(text, { advice: 'ask for it' })).toThrow(refused)
    expect(() => rulesOf(text, { advice: 'ask for it' })).toThrow(/^kwok\.yaml:5:\d+: /)
    rulesOf(text)
  })

  it.each([
    [kwok, 'ClusterLogs', 'logs: [{text: a}]', 'spec.logs[0].text: unknown field'],
    [own, 'ClusterLogs', 'logs: [{logsFile: a}]', 'spec.logs[0].logsFile: unknown field'],
    [
      own,
      'ClusterExec',
      'execs: [{commands: [{exitCode: 256}]}]',
      'spec.execs[0].commands[0].exitCode: must not be greater than 255',
    ],
    [
      own,
      'ClusterPortForward',
      'forwards: [{ports: [70000], echo: true}]',
      'spec.forwards[0].ports[0]: must not be greater than 65535',
    ],
    [own, 'ClusterPortForward', 'forwards: [{}]', 'spec.forwards[0]: needs response or echo'],
    [own, 'Stage', '{}', `kind: unknown kind of ${own}`],
  ])('of %s %s with %s are refused with their place', (...row) => {
    const [apiVersion, kind, spec, message] = row
    const text = `kind: ${kind}\napiVersion: ${apiVersion}\nmetadata: {name: x}\nspec:\n  ${spec}\n`
    expect(() => rulesOf(text)).toThrow(`: ${kind} "x": ${message}`)
    expect(() => rulesOf(text)).toThrow(/^kwok\.yaml:\d+:\d+: /)
  })
})
