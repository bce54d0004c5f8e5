import { readFileSync } from 'node:fs';

const MANIFEST = new URL('../../package.json', import.meta.url);

/** The version in package.json. */
export function programVersion(): string {
  const description: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const named = typeof description === 'object' && description !== null && 'version' in description;
  return named ? String(description.version) : '0';
}
