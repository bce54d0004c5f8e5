/**
 * The copy of a draft in this browser: what the service does not have yet. It outlives a closed tab, a lost connection
 * and an expired session.
 */
import { forget, keep, kept } from '../../shared/state/kept.js';
import { emptyDraft } from './draft.js';
import type { DraftCopy } from './reconcile-draft.js';

const nameOf = (corpId: number, draftKey: string) => `newContract ${corpId} ${draftKey}`;

export function keepCopy(corpId: number, draftKey: string, copy: DraftCopy): void {
  keep(nameOf(corpId, draftKey), JSON.stringify(copy));
}

export function forgetCopy(corpId: number, draftKey: string): void {
  forget(nameOf(corpId, draftKey));
}

export function keptCopy(corpId: number, draftKey: string): DraftCopy | null {
  const text = kept(nameOf(corpId, draftKey));
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    return isCopy(stored) ? { ...stored, draft: { ...emptyDraft, ...stored.draft } } : null;
  } catch {
    return null;
  }
}

function isCopy(value: unknown): value is DraftCopy {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'number' &&
    'draft' in value &&
    typeof value.draft === 'object' &&
    value.draft !== null
  );
}
