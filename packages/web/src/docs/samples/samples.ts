import type { SampleCall } from './call.js';
import { curlSample } from './curl.js';
import { javaSample } from './java.js';
import { pythonSample } from './python.js';
import { typescriptSample } from './typescript.js';

/** The languages in which every operation has a sample; tests run them all. */
export const sampleLanguages = [
  { name: 'curl', label: 'curl', write: curlSample },
  { name: 'typescript', label: 'TypeScript', write: typescriptSample },
  { name: 'python', label: 'Python', write: pythonSample },
  { name: 'java', label: 'Java', write: javaSample },
] as const satisfies readonly {
  readonly name: string;
  readonly label: string;
  readonly write: (call: SampleCall) => string;
}[];

export type SampleLanguage = (typeof sampleLanguages)[number]['name'];
