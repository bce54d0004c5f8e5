// Reporter: says at the end how many tests were skipped because a program is missing, and which ones.
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { TOOLS } from '../../scripts/test-tools/tools.mjs';

const NOTE = /^needs (\S+)/;

export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const reasons = modules
      .flatMap((module) => [...module.children.allTests('skipped')])
      .map(missingTools)
      .filter((tools) => tools.length > 0);
    if (reasons.length === 0) return;
    const names = [...new Set(reasons.flat())].sort();
    const hint = names.some(isInstallable) ? ' (install them with npm run test:tools)' : '';
    console.log(`${reasons.length} tests skipped: ${names.join(', ')}${hint}`);
    for (const { name, otherwise } of TOOLS) {
      if (names.includes(name) && otherwise !== undefined) console.log(`  ${name}: ${otherwise}`);
    }
  }
}

function isInstallable(name: string): boolean {
  return TOOLS.some((tool) => tool.name === name && tool.debian !== undefined);
}

/** Empty for a test that was skipped for another reason, such as a filter. */
function missingTools(test: TestCase): readonly string[] {
  const result = test.result();
  const noted = result.state === 'skipped' ? NOTE.exec(result.note ?? '')?.[1] : undefined;
  if (noted !== undefined) return [noted];
  return test.tags.filter((tag) => TOOLS.some((tool) => tool.name === tag && !tool.isThere()));
}
