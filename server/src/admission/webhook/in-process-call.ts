import { messageOf } from 'apimachinery/errors'
import { type HookAnswer, HookCallError, type HookPost } from './hook-request.js'

/**
 * Calls a webhook that is a function of this process. What it throws is an answer with status 500 and the message, where a server
 * would keep the message for itself.
 *
 * @throws HookCallError when the time is over.
 */
export async function handleInProcess(
  { url, headers, body, signal }: HookPost,
  handler: (request: Request) => Promise<Response>,
): Promise<HookAnswer> {
  const over = new Promise<never>((_, reject) => {
    const ended = (): void => reject(new HookCallError(url, signal.reason))
    if (signal.aborted) ended()
    else signal.addEventListener('abort', ended, { once: true })
  })
  const answered = answerOf(() => handler(new Request(url, { method: 'POST', headers, body, signal })))
  // The handler may end later, with an error that nobody waits for.
  answered.catch(() => undefined)
  return Promise.race([answered, over])
}

async function answerOf(handle: () => Promise<Response>): Promise<HookAnswer> {
  try {
    const response = await handle()
    const headers = { get: (name: string) => response.headers.get(name) ?? undefined }
    return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
  } catch (error) {
    const headers = new Map([['content-type', 'text/plain']])
    return { status: 500, headers, body: Buffer.from(messageOf(error)) }
  }
}
