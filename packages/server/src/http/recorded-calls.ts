import { readFileSync } from 'node:fs';
import type { RecordedCalls } from '@cinnabar/api/openapi/operation.js';

const RECORDED = new URL('../../../api/recorded-calls.json', import.meta.url);

/** Real requests and answers, as recorded by `npm run docs:api -- --record`: the examples of the interface. */
export function recordedCalls(): RecordedCalls {
  return JSON.parse(readFileSync(RECORDED, 'utf8'));
}
