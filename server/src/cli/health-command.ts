import { request } from 'node:https'
import { type FlagGroup, helpText, parseFlags, UsageError } from '../flags/flag.js'

const usage = `Usage: apimachinery-server health [--url=URL]

Asks a server on this machine whether it is ready; exit code 1 where it is not. For images without curl.`

const groups: readonly FlagGroup[] = [
  {
    title: 'Flags',
    flags: [
      { name: 'help', kind: 'boolean', help: 'Print this text.' },
      { name: 'url', kind: 'string', help: 'What is asked.', fallback: 'https://127.0.0.1:6443/readyz' },
    ],
  },
]

/** Milliseconds until no answer is an answer. */
const patience = 5000

/** Prints the answer of a health check. Throws `UsageError` for wrong arguments, and an error where the server is not ready. */
export async function health(args: readonly string[]): Promise<void> {
  const flags = parseFlags(groups, args)
  if (flags.get('help') === true) return void process.stdout.write(helpText(usage, groups))
  const url = String(flags.get('url') ?? 'https://127.0.0.1:6443/readyz')
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw new UsageError('--url: must be an https URL')
  const { hostname } = new URL(url)
  // No secret is sent, and the answer is that of whoever has the port.
  const rejectUnauthorized = !['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  const { status, text } = await answerOf(url, rejectUnauthorized)
  process.stdout.write(`${text.trim()}\n`)
  if (status !== 200) throw new Error(`${url} answered ${status}`)
}

function answerOf(url: string, rejectUnauthorized: boolean): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { rejectUnauthorized, timeout: patience }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject)
    })
    asked.on('timeout', () => asked.destroy(new Error(`${url} does not answer`)))
    asked.on('error', reject)
    asked.end()
  })
}
