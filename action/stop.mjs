import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { input } from './runner.mjs'

const { STATE_pid: pid, STATE_folder: folder } = process.env
/** How long the server may take to end, in milliseconds. */
const patience = 20_000

function signal(name) {
  try {
    process.kill(Number(pid), name)
    return true
  } catch {
    return false
  }
}

async function stop() {
  signal('SIGTERM')
  for (let waited = 0; waited < patience; waited += 100) {
    if (!signal(0)) return
    await sleep(100)
  }
  console.log('::warning::the server did not end by itself')
  signal('SIGKILL')
}

async function upload(name, file) {
  // Installed beside the server; not with a command of one's own.
  const require = createRequire(join(folder, 'node_modules', 'none.js'))
  const { DefaultArtifactClient } = await import(pathToFileURL(require.resolve('@actions/artifact')).href)
  await new DefaultArtifactClient().uploadArtifact(name, [file], folder)
}

if (pid !== undefined) {
  await stop()
  const requests = join(folder, 'requests.jsonl')
  const name = input('request-log')
  if (name !== '' && existsSync(requests)) {
    await upload(name, requests).catch((error) =>
      console.log(
        `::warning::the requests are in ${requests} and could not be uploaded: ${String(error.message).split('\n')[0]}`,
      ),
    )
  }
}
