import { keep, kept } from '../state/kept.js';

const NAME = 'recentSeals';
/** A row of cards on a phone, and more than most people use. */
const MAX = 4;

/** The seals that this browser used last, the newest first; seals of all enterprises. */
export function recentSeals(): readonly number[] {
  const stored = kept(NAME) ?? '';
  return stored
    .split(' ')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

export function noteSeal(sealId: number): void {
  if (sealId <= 0) return;
  keep(NAME, [sealId, ...recentSeals().filter((id) => id !== sealId)].slice(0, MAX).join(' '));
}
