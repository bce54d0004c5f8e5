import { readFileSync } from 'node:fs';

const MANIFEST = new URL('../../package.json', import.meta.url);

/** As the package says it. */
export function programVersion(): string {
  const description: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const named = typeof description === 'object' && description !== null && 'version' in description;
  return named ? String(description.version) : '0';
}
