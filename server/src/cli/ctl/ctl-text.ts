import { argumentsText, type Verb, verbs } from './ctl-verbs.js'

/** The help of `ctl`, or of one verb. */
export function ctlHelp(verb?: Verb): string {
  const usage =
    'Usage: apimachinery-server ctl VERB [ARGUMENTS] [FLAGS]\n\nUses the control API of a running server.\n\n'
  const common = [
    '  --server URL        where it is; default: the environment variable APIMACHINERY_CONTROL',
    '  --token-file FILE   file with its token; default: the variable APIMACHINERY_CONTROL_TOKEN has the token',
    '  -o, --output FORMAT text or json; default: text',
    '  -h, --help          print this help, or with a verb its flags',
  ].join('\n')
  if (verb !== undefined) {
    const flags = Object.entries(verb.flags ?? {}).map(([name, { kind }]) => `  --${name} ${kind}`)
    return `ctl ${verb.words}${argumentsText(verb)}\n\n${verb.about}\n\n${[...flags, common].join('\n')}\n`
  }
  const lines = verbs.map((each) => `  ${`${each.words}${argumentsText(each)}`.padEnd(42)} ${each.about}`)
  return `${usage}Verbs:\n${lines.join('\n')}\n\nFlags:\n${common}\n`
}

/** An answer for people: what the verb prints, a line for each item, or a line for each field. */
export function ctlText({ prints }: Verb, answer: Readonly<Record<string, unknown>>): string {
  const { items } = answer
  if (Array.isArray(items))
    return items.map((item) => `${itemText(item as Record<string, unknown>, prints)}\n`).join('')
  if (prints === undefined)
    return Object.entries(answer)
      .map(([name, value]) => `${name}: ${valueText(value)}\n`)
      .join('')
  const text = valueText(answer[prints])
  return text.endsWith('\n') ? text : `${text}\n`
}

function itemText(item: Readonly<Record<string, unknown>>, prints: string | undefined): string {
  return prints === undefined
    ? Object.entries(item)
        .map(([name, value]) => `${name}=${valueText(value)}`)
        .join(' ')
    : valueText(item[prints])
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
