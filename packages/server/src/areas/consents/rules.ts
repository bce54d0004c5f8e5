import { createHash } from 'node:crypto';
import type { Acceptance } from '@cinnabar/api/pages/acceptances.js';
import { type AgreementName, agreements } from '@cinnabar/api/pages/agreements.js';
import { invalidField } from '../../operation/refusal.js';

/**
 * SHA-256 of the texts in both languages, hexadecimal. It identifies exactly what was accepted, whatever a version is
 * called.
 */
export function agreementHash(name: AgreementName): string {
  const { zh, en } = agreements[name];
  return createHash('sha256')
    .update(JSON.stringify([zh, en]), 'utf8')
    .digest('hex');
}

/**
 * Requires consent to every agreement that the act needs, in the version in force. A page loaded before a new version
 * took effect has to display that version first.
 * @throws Refusal 400 naming `accepted`
 */
export function requireAccepted(needed: readonly AgreementName[], given: readonly Acceptance[]): void {
  const missing = needed.find(
    (name) => !given.some((each) => each.name === name && each.version === agreements[name].version),
  );
  if (missing === undefined) return;
  const { zh, en, version } = agreements[missing];
  throw invalidField('accepted', {
    zh: `须同意《${zh.title}》（${version} 版）`,
    en: `must have “${en.title}” (version ${version})`,
  });
}
