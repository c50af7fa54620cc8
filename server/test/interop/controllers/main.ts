/** Plays the recorded scenarios; README.md beside this file. */
import { missing, playScenarios } from './scenarios.js'

const reason = missing()
if (reason === undefined) {
  const { differing } = await playScenarios(process.argv.slice(2), (text) => process.stdout.write(text))
  process.exitCode = differing.length === 0 ? 0 : 1
} else {
  console.log(`skipped: ${reason} is missing`)
}
