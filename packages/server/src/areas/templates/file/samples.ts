/** The sample templates, which the product brings along as exported files. `npm run samples` makes them. */
import { readFile } from 'node:fs/promises';
import type { SampleCode } from '@cinnabar/api/schemas/template.js';
import type { Words } from '../../../operation/refusal.js';
import { type ReadTemplateFile, readTemplateFile } from './read-template-file.js';

const SAMPLES = new URL('../../../../samples/', import.meta.url);

/** What each is for. */
export const sampleNotes: Readonly<Record<SampleCode, Words>> = {
  labour: { zh: '固定期限的全日制用工', en: 'Full-time employment for a fixed term' },
  purchase: { zh: '向供货方采购一种货物', en: 'Purchase of goods from a supplier' },
  nda: { zh: '合作商谈中的单方保密', en: 'One-way confidentiality during negotiations' },
  lease: { zh: '企业向个人出租房屋', en: 'Lease of premises to a person' },
};

export const SAMPLE_NOTE: Words = {
  zh: '来自示例模板，使用前请由律师审阅',
  en: 'From a sample: have a lawyer review it before use',
};

const samples = new Map<SampleCode, Promise<ReadTemplateFile>>();

/** The sample, read once. */
export function sampleFile(code: SampleCode): Promise<ReadTemplateFile> {
  const known = samples.get(code);
  if (known !== undefined) return known;
  const read = readFile(new URL(`${code}.zip`, SAMPLES)).then(readTemplateFile);
  samples.set(code, read);
  return read;
}
