/** What a browser loads of the console, compressed: a slow line waits for every kilobyte. */
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const dist = new URL('../../../packages/web/dist/', import.meta.url);
const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
  readFileSync(new URL('manifest.json', dist), 'utf8'),
);

/** The scripts that entries load before they can run. */
function scriptsOf(...entries: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const waiting = [...entries];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name];
    if (chunk === undefined || files.has(chunk.file)) continue;
    files.add(chunk.file);
    waiting.push(...(chunk.imports ?? []));
  }
  return new Set([...files].filter((file) => file.endsWith('.js')));
}

function kilobytes(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + statSync(new URL(`${file}.gz`, dist)).size, 0) / 1000;
}

const shell = scriptsOf('index.html', 'src/console/console-page.tsx');
const screens = Object.keys(manifest).filter((name) => /^src\/console\/.+-screen\.tsx$/.test(name));

describe('the scripts of the console', () => {
  test('are at most 165 kB for the shell with everything that all pages share', () => {
    expect(kilobytes(shell)).toBeLessThanOrEqual(165);
  });

  test('has a screen for each section', () => {
    expect(screens.length).toBeGreaterThanOrEqual(8);
  });

  test.each(screens)('are at most 45 kB more than that with %s', (screen) => {
    expect(kilobytes(new Set([...shell, ...scriptsOf(screen)]))).toBeLessThanOrEqual(165 + 45);
  });

  test('are at most 110 kB more than that with the designer of templates', () => {
    const designer = scriptsOf('src/console/templates/design-screen.tsx', 'src/designer/designer-loader.tsx');
    expect(kilobytes(new Set([...shell, ...designer]))).toBeLessThanOrEqual(165 + 110);
  });
});
