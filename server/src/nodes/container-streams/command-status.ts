import { messageOf } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'

/** How a command ended, as its client is told. */
export interface CommandStatus {
  /** A `Status`, for protocols from `v4.channel.k8s.io` on. */
  readonly status: JSONObject
  /** For older ones; empty after success. */
  readonly message: string
}

/**
 * Runs a command, and says how it ended.
 *
 * Source: `ServeExec` of k8s.io/cri-streaming/pkg/streaming/remotecommand.
 * @param failure - precedes the message of what has not run at all
 */
export async function commandStatus(run: () => Promise<number>, failure: string): Promise<CommandStatus> {
  try {
    const code = await run()
    return code === 0 ? { status: { metadata: {}, status: 'Success' }, message: '' } : failed(code)
  } catch (error) {
    const message = `Internal error occurred: ${failure}: ${messageOf(error)}`
    return { status: { metadata: {}, status: 'Failure', message, reason: 'InternalError', code: 500 }, message }
  }
}

function failed(code: number): CommandStatus {
  const message = `command terminated with non-zero exit code: exit status ${code}`
  const details = { causes: [{ reason: 'ExitCode', message: String(code) }] }
  return { status: { metadata: {}, status: 'Failure', message, reason: 'NonZeroExitCode', details }, message }
}
