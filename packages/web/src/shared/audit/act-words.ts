import { auditedActs } from '@cinnabar/api/audited-acts.js';
import type { Language } from '../text/languages.js';

const acts = new Map<string, { readonly zh: string; readonly en: string }>(Object.entries(auditedActs));

export function actWords(act: string, language: Language): string {
  return acts.get(act)?.[language] ?? act;
}
