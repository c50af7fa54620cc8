import { type ParseArgsConfig, parseArgs } from 'node:util'
import { FlagError } from './usage-error.js'

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * As `parseArgs`, with what kubectl's flags take besides: `--wait=false`, `-o=name`, `-w=true`.
 *
 * @throws FlagError in kubectl's wording
 */
export function parseArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  const { args = [], options = {} } = config
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  const off = new Set<string>()
  const plain = own.flatMap((arg) => plainForm(arg, options, off))
  try {
    const parsed = parseArgs({ ...config, args: [...plain, ...args.slice(own.length)] }) as ReturnType<
      typeof parseArgs<T>
    >
    for (const name of off) Object.assign(parsed.values, { [name]: false })
    return parsed
  } catch (error) {
    throw flagError(error, own)
  }
}

/** A whole number. @throws FlagError in kubectl's wording */
export function integerFlag(flag: string, text: string): number {
  if (/^[+-]?\d+$/.test(text)) return Number(text)
  throw invalidFlag(text, flag, 'strconv.ParseInt')
}

/** An argument in the form that `parseArgs` reads; names of options that are turned off go to `off`. */
function plainForm(arg: string, options: Options, off: Set<string>): string[] {
  const [, long, short, value = ''] = /^(?:--([^=]+)|-([^=-]))=(.*)$/s.exec(arg) ?? []
  const name = long ?? Object.keys(options).find((each) => short !== undefined && options[each]?.short === short)
  const option = name === undefined || !Object.hasOwn(options, name) ? undefined : options[name]
  if (name === undefined || option === undefined) {
    if (arg.startsWith('--')) off.delete(arg.slice(2))
    return [arg]
  }
  if (option.type === 'string') return [`--${name}=${value}`]
  const isOn = booleanOf(value)
  if (isOn === undefined) {
    const flag = option.short === undefined ? `--${name}` : `-${option.short}, --${name}`
    throw invalidFlag(value, flag, 'strconv.ParseBool')
  }
  if (isOn) off.delete(name)
  else off.add(name)
  return isOn ? [`--${name}`] : []
}

function invalidFlag(value: string, flag: string, parser: string): FlagError {
  const text = JSON.stringify(value)
  return new FlagError(`invalid argument ${text} for "${flag}" flag: ${parser}: parsing ${text}: invalid syntax`)
}

/** The texts that Go reads as a boolean. */
function booleanOf(text: string): boolean | undefined {
  if (/^(1|t|T|true|TRUE|True)$/.test(text)) return true
  return /^(0|f|F|false|FALSE|False)$/.test(text) ? false : undefined
}

/** What `parseArgs` refuses, as kubectl says it. */
function flagError(error: unknown, args: readonly string[]): unknown {
  if (!(error instanceof TypeError)) return error
  const { code } = error as { code?: unknown }
  const [, flag = ''] = /'([^']*)'/.exec(error.message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    if (flag.startsWith('--')) return new FlagError(`unknown flag: ${flag}`)
    const typed = args.find((arg) => /^-[^-]/.test(arg) && arg.includes(flag.slice(1))) ?? flag
    return new FlagError(`unknown shorthand flag: '${flag.slice(1)}' in ${typed}`)
  }
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && error.message.includes('argument missing')) {
    const typed = args.at(-1) ?? ''
    return new FlagError(
      /^-[^-]/.test(typed)
        ? `flag needs an argument: '${typed.at(-1)}' in ${typed}`
        : `flag needs an argument: ${/--[\w-]+/.exec(flag)?.[0] ?? flag}`,
    )
  }
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return new FlagError(`unexpected arguments: [${flag}]`)
  return code === undefined ? error : new FlagError(error.message)
}
