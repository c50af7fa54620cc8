import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../src/cli/parse-arguments.js'
import { run } from '../../src/cli/run.js'

const options = {
  output: { type: 'string', short: 'o' },
  filename: { type: 'string', short: 'f', multiple: true },
  watch: { type: 'boolean', short: 'w' },
  wait: { type: 'boolean', default: true },
} as const
const parse = (...args: string[]) => ({ ...parseArguments({ args, options, allowPositionals: true }).values })

describe('flags take what those of kubectl take', () => {
  it.each([
    [['-o=name'], { output: 'name' }],
    [['-oname'], { output: 'name' }],
    [['-o', 'name'], { output: 'name' }],
    [['--output=a=b'], { output: 'a=b' }],
    [['-f=a', '-f', 'b'], { filename: ['a', 'b'] }],
    [['-w=true'], { watch: true }],
    [['--watch=T'], { watch: true }],
    [['-w', '-w=0'], { watch: false }],
    [['--watch=false', '--watch'], { watch: true }],
    [['--wait=false'], { wait: false }],
    [['--wait'], {}],
  ])('%j', (args, values) => {
    expect(parse(...args)).toEqual({ wait: true, ...values })
  })

  it('leaves what follows -- alone', () => {
    expect(parseArguments({ args: ['--', '-o=x'], options, allowPositionals: true }).positionals).toEqual(['-o=x'])
  })
})

describe('wrong flags are refused as by kubectl', () => {
  async function errorOf(...args: string[]): Promise<string> {
    const said: string[] = []
    const io = {
      cwd: '/',
      environment: {},
      write: () => undefined,
      warn: (line: string) => void said.push(line),
      readInput: () => '',
    }
    expect(await run(args, io)).toBe(args[0] === 'diff' ? 2 : 1)
    return said.join('\n')
  }

  it.each([
    [['get', 'pods', '--foo'], 'unknown flag: --foo'],
    [['delete', '-x'], "unknown shorthand flag: 'x' in -x"],
    [['apply', '-f'], "flag needs an argument: 'f' in -f"],
    [['diff', '--filename'], 'flag needs an argument: --filename'],
    [
      ['get', 'cm', '--watch=maybe'],
      'invalid argument "maybe" for "-w, --watch" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    [
      ['delete', 'cm', 'a', '--wait=maybe'],
      'invalid argument "maybe" for "--wait" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    [
      ['delete', 'cm', 'a', '--grace-period=x'],
      'invalid argument "x" for "--grace-period" flag: strconv.ParseInt: parsing "x": invalid syntax',
    ],
  ])('%j', async (args, message) => {
    expect(await errorOf(...args)).toBe(`error: ${message}\nSee 'apimachinery-client ${args[0]} --help' for usage.`)
  })

  it('says that files are missing', async () => {
    expect(await errorOf('create')).toBe('error: must specify one of -f and -k')
    expect(await errorOf('replace')).toBe('error: must specify one of -f and -k')
  })
})
