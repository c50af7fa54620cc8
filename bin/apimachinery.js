#!/usr/bin/env node
import { existsSync } from 'node:fs'

// npm links a command when it installs, which in a clone is before there is a build.
const command = new URL('../dist/esm/cli/main.js', import.meta.url)
if (existsSync(command)) await import(command.href)
else {
  process.stderr.write('apimachinery is not built yet: npm run build\n')
  process.exitCode = 1
}
