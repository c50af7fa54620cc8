import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { withAcceptedFlags } from '../../src/cli/flags/accepted-flags.js'
import { controllerFlags } from '../../src/cli/flags/controller-flags.js'
import { flagGroups } from '../../src/cli/flags.js'
import { readFlags } from '../../src/cli/read-flags.js'
import { runCommand } from '../../src/cli/run.js'
import { helpText, parseFlags, UsageError } from '../../src/flags/flag.js'
import { flagPage } from './flag-table.js'

const folder = mkdtempSync(join(tmpdir(), 'apimachinery-flags-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function configured(text: string, ...args: string[]): Map<string, unknown> {
  const file = join(folder, 'config.yaml')
  writeFileSync(file, text)
  return readFlags(flagGroups, [`--config=${file}`, ...args])
}

describe('flags', () => {
  it('are listed on a page of their own', () => {
    const written = readFileSync(new URL('../../docs/flags.md', import.meta.url), 'utf8')
    const rows = (page: string): string[] => page.match(/^\| `--[a-z0-9-]+`/gm) ?? []
    const current = rows(flagPage(flagGroups))
    expect(rows(written).filter((row) => !current.includes(row))).toEqual([])
    expect(rows(written).length).toBeGreaterThan(90)
    const missing = current.filter((row) => !rows(written).includes(row))
    if (missing.length > 0) console.warn(`not in docs/flags.md yet (npm run flags -w server): ${missing.join(' ')}`)
  })

  it('of kube-apiserver are all taken', () => {
    const flags = parseFlags(flagGroups, [
      '--audit-log-maxage=3',
      '--v=2',
      '--oidc-required-claim=a=b',
      '--watch-cache',
    ])
    expect([...flags]).toEqual([
      ['audit-log-maxage', 3],
      ['v', 2],
      ['oidc-required-claim', { a: 'b' }],
      ['watch-cache', true],
    ])
  })

  it('are those that kube-apiserver defines, by their names', () => {
    // The options of k8s.io/apiserver, k8s.io/component-base and kubernetes/pkg/controlplane of 1.36.3.
    const upstream: string[] = JSON.parse(readFileSync(new URL('upstream-flags.json', import.meta.url), 'utf8'))
    expect(upstream.length).toBeGreaterThan(160)
    // Those of controllers are kube-controller-manager's.
    const served = flagGroups.filter(({ title }) => title !== controllerFlags.title)
    const own = new Set(served.flatMap(({ flags }) => flags.map(({ name }) => name)))
    expect(upstream.filter((name) => !own.has(name))).toEqual([])
    const beside = ['control-clusters-port', 'control-port', 'control-token-file']
    const more = ['config', 'data-dir', 'exit-with-stdin', 'insecure-port', 'memory', 'repair', ...beside].sort()
    expect([...own].filter((name) => !upstream.includes(name)).sort()).toEqual(more)
  })

  it.each([
    [['-v=2'], [['v', 2]]],
    [
      ['-v', '2', '--profiling'],
      [
        ['v', 2],
        ['profiling', true],
      ],
    ],
    [['-v2'], [['v', 2]]],
    [['-h'], [['help', true]]],
    [['--version'], [['version', true]]],
    [['--version=raw'], [['version', 'raw']]],
    [['--version=0'], [['version', false]]],
    [['--min-compatibility-version=kube=1.35'], [['min-compatibility-version', ['kube=1.35']]]],
  ])('%j are read as kube-apiserver does', (args, expected) => {
    expect([...parseFlags(flagGroups, args)]).toEqual(expected)
  })

  it.each(['-x', '-', 'run', '--version=rawer'])('%s is refused', (arg) => {
    expect(() => parseFlags(flagGroups, [arg])).toThrow(UsageError)
  })

  it('without effect say why', () => {
    const ignored = flagGroups.flatMap(({ flags }) => flags.filter((flag) => flag.ignored === true))
    expect(ignored.filter(({ help }) => help === 'See kube-apiserver.').map(({ name }) => name)).toEqual([])
  })

  it('with methods are not mistaken for others', () => {
    const own = [{ title: 'Logs flags', flags: [{ name: 'vmodule', kind: 'string', help: 'h' } as const] }]
    const found = withAcceptedFlags(own).flatMap(({ flags }) => flags.filter(({ name }) => name === 'vmodule'))
    expect(found).toEqual([{ name: 'vmodule', kind: 'string', help: 'h' }])
  })

  it.each([
    ['--none', 'unknown flag: --none'],
    ['--secure-prot=1', 'did you mean --secure-port?'],
    ['--secure-port', 'flag needs an argument: --secure-port'],
    ['--secure-port=a', 'invalid argument "a" for "--secure-port" flag'],
    ['word', 'unexpected argument "word"'],
  ])('%s is refused', (arg, message) => {
    expect(() => parseFlags(flagGroups, [arg])).toThrow(message)
  })

  it('have names of their own', () => {
    const names = flagGroups.flatMap(({ flags }) => flags.map(({ name }) => name))
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    expect(new Set(flagGroups.map(({ title }) => title)).size).toBe(flagGroups.length)
  })

  it('are shown in groups', () => {
    const text = helpText('Usage', flagGroups)
    expect(text).toContain('Etcd flags:\n')
    expect(text).toMatch(/--service-node-port-range string\n.*\(default 30000-32767\)/)
    expect(text).toMatch(/--audit-log-path string\n.*\(accepted, without effect\)|--audit-log-path string/)
  })
})

describe('a configuration file', () => {
  it('stands for flags, beneath those of the command line', () => {
    const text = 'secure-port: 1234\nfeature-gates: {A: true}\nauthorization-mode: [RBAC]\nmemory: true\n'
    const flags = configured(text, '--secure-port=99')
    expect(Object.fromEntries([...flags].filter(([name]) => name !== 'config'))).toEqual({
      'secure-port': 99,
      'feature-gates': { A: 'true' },
      'authorization-mode': ['RBAC'],
      memory: true,
    })
  })

  it.each([
    ['none: 1\n', 'unknown flag: none'],
    ['secure-port: x\n', 'invalid argument "x"'],
    ['secure-port: [1]\n', 'invalid value of secure-port: must be integer'],
    ['- a\n', 'is no map of flags'],
  ])('%j is refused', (text, message) => {
    expect(() => configured(text)).toThrow(message)
    expect(() => configured(text)).toThrow(UsageError)
  })
})

describe('the command', () => {
  const run = async (...args: string[]): Promise<{ out: string; error: string }> => {
    const text = { out: '', error: '' }
    const running = await runCommand(args, {
      out: (more) => {
        text.out += more
      },
      error: (more) => {
        text.error += more
      },
    })
    expect(running).toBeUndefined()
    return text
  }

  it('says its version and helps', async () => {
    expect((await run('--version')).out).toMatch(/^Kubernetes v1\.\d+\.\d+\n$/)
    const { out, error } = await run('--help', '--tracing-config-file=x')
    expect(out).toContain('Usage: apimachinery-server [flags]')
    expect(error).toBe('')
  })
})
