import type { FontLibrary } from '@cinnabar/pdf/fonts/fonts.js';
import { withOpinion } from '@cinnabar/pdf/verify/second-opinion/apply-opinion.js';
import { giveOpinion } from '@cinnabar/pdf/verify/second-opinion/give-opinion.js';
import type { Verification } from '@cinnabar/pdf/verify/verification.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { testFonts } from '../../support/fonts.js';

const NOW = new Date('2026-11-21T08:00:00Z');
let fonts: FontLibrary | null = null;

interface Asked {
  readonly pictures?: number;
  readonly isSpent?: () => boolean;
}

/** Verification with rendering comparison in this process, as requested by the engine. */
export async function verifiedAndShown(
  file: Uint8Array,
  trusted: readonly Uint8Array[],
  { pictures = 0, isSpent = () => false }: Asked = {},
): Promise<Verification> {
  const verification = verifyDocument(file, { trusted, now: NOW });
  const { secondOpinion: asked } = verification;
  if (asked.status !== 'wanted') return verification;
  fonts ??= testFonts;
  const given = await giveOpinion(file, asked.comparisons, { pictures, isSpent, fonts });
  return withOpinion(verification, given);
}
