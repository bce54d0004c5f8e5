// Adds up vitest's JSON reports. Usage: node summary.mjs FAILED_STEPS REPORT...
// Ends with status 1 unless every step succeeded, every report is there, every test in it passed, and none was skipped.
// What is left out of the run over the SDK was deselected by name; what needs unpublished files is listed, but tolerated.
import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { TOOLS } from '../scripts/test-tools/tools.mjs';

const [failedSteps, ...reports] = process.argv.slice(2);
let files = 0;
let failedFiles = 0;
let passed = 0;
let failed = 0;
const skippedTests = [];
const tolerated = [];
const unpublished = TOOLS.filter((tool) => tool.unpublished && !tool.isThere()).map(({ name }) => name);
const failures = [];
const durations = [];

for (const report of reports) {
  if (!existsSync(report)) {
    console.error(`no report ${report}: that run did not get as far`);
    failed += 1;
    continue;
  }
  const results = JSON.parse(readFileSync(report, 'utf8'));
  passed += results.numPassedTests;
  failed += results.numFailedTests;
  const isSelection = basename(report) === 'over-sdk.json';
  for (const file of results.testResults) {
    const left = file.assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed');
    for (const { fullName, tags } of isSelection ? [] : left) {
      const list = tags.some((tag) => unpublished.includes(tag)) ? tolerated : skippedTests;
      list.push(`${relative('.', file.name)} ${fullName}`);
    }
    files += 1;
    if (file.status !== 'passed') failedFiles += 1;
    // A file that could not even be loaded has no tests to fail.
    if (file.status !== 'passed' && file.assertionResults.length === 0) failed += 1;
    // Last of all that is printed, because the end is what is kept of a long output.
    if (file.status !== 'passed') {
      failures.push(`${relative('.', file.name)} ${file.message}`);
      for (const test of file.assertionResults.filter((each) => each.status === 'failed')) {
        failures.push(`${test.fullName}\n${test.failureMessages.join('\n')}`);
      }
    }
    durations.push([Math.round((file.endTime - file.startTime) / 1000), relative('.', file.name)]);
  }
}

console.log('--- the slowest files of tests');
for (const [seconds, name] of durations.sort((a, b) => b[0] - a[0]).slice(0, 25)) {
  console.log(`${String(seconds).padStart(7)} s  ${name}`);
}
for (const failure of failures) console.log(`--- failed: ${failure.slice(0, 3000)}`);
for (const name of skippedTests) console.log(`--- skipped: ${name}`);
for (const name of tolerated) console.log(`--- skipped for want of unpublished files: ${name}`);
const skipped = skippedTests.length;
const failedPart = (count) => (count > 0 ? `${count} failed | ` : '');
const skippedPart = skipped > 0 ? ` | ${skipped} skipped` : '';
const good = failed === 0 && skipped === 0 && failedFiles === 0 && Number(failedSteps) === 0;
if (Number(failedSteps) > 0) console.log(`${failedSteps} steps failed`);
console.log(` Test Files  ${failedPart(failedFiles)}${files - failedFiles} passed (${files})`);
console.log(
  `      Tests  ${failedPart(failed)}${passed} passed${skippedPart} (${passed + failed + skipped})`,
);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = good ? 0 : 1;
