import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ready = /default\s+sample\s+nginx:\S+\s+True/

/** Runs `npm run dev` until its table shows that the sample is ready, then the `kubectl` lines of the README against its server. */
export async function tryDev({ project, readme, run }) {
  const dev = spawn('npm', ['run', 'dev'], { cwd: project, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => dev.once('exit', resolve))
  let output = ''
  const shows = (pattern) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`npm run dev shows no ${pattern}:\n${output}`)), 60_000)
      const look = () => {
        if (!pattern.test(output)) return
        clearTimeout(timer)
        resolve()
      }
      dev.stdout.on('data', look)
      look()
    })
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (data) => (output += data))
  try {
    await shows(ready)
    console.log('  npm run dev shows the sample, which is ready')
    const commands = [...readme.matchAll(/^kubectl (.*)$/gm)].map(([, words]) => words)
    const env = 'KUBECONFIG=.dev/kubeconfig node_modules/.bin/apimachinery-client'
    for (const words of commands) run(`${env} ${words}`, project)
    writeFileSync(join(project, 'samples/other.yaml'), sample)
    run(`${env} apply -f samples/other.yaml`, project)
    await shows(/default\s+other\s+nginx:9\s+True/)
    console.log('  what is applied is reconciled')
  } finally {
    process.kill(-dev.pid, 'SIGINT')
    await ended
  }
}

const sample = `apiVersion: fleet.example.com/v1
kind: Fleet
metadata: { name: other, namespace: default }
spec: { image: 'nginx:9' }
`
