import { type ParseArgsConfig, parseArgs } from 'node:util'

/** As `parseArgs`, and options without a value may be given one, as kubectl's may: `--wait=false`, `--prune=true`. */
export function parseArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  const { args = [], options = {} } = config
  const isFlag = (name: string): boolean => Object.hasOwn(options, name) && options[name]?.type === 'boolean'
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  const plain = own.flatMap((arg) => {
    const [, name = '', value = ''] = /^--([^=]+)=(true|false)$/.exec(arg) ?? []
    if (!isFlag(name)) return [arg]
    return value === 'true' ? [`--${name}`] : []
  })
  return parseArgs({ ...config, args: [...plain, ...args.slice(own.length)] }) as ReturnType<typeof parseArgs<T>>
}
