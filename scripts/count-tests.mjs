// Prints the total of a vitest JSON report: `N passed, N failed[, N skipped]`. Arguments: the report and how many other
// steps of the run failed. Exits with 1 unless everything passed.
import { existsSync, readFileSync } from 'node:fs'

const [, , reportFile, failedSteps] = process.argv
let passed = 0
let failed = 0
let skipped = 0
let complete = false
if (existsSync(reportFile)) {
  const report = JSON.parse(readFileSync(reportFile, 'utf8'))
  passed = report.numPassedTests
  skipped = report.numPendingTests + report.numTodoTests
  // A file that cannot be loaded has no tests but counts as a failure.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  failed = report.numFailedTests + brokenFiles.length
  complete = report.success
} else {
  failed = 1
}
if (!complete || failed > 0 || Number(failedSteps) > 0) process.exitCode = 1
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
