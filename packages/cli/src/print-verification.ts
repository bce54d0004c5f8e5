import { UNFINISHED_WORDS } from '@cinnabar/pdf/verify/second-opinion/opinion-words.js';
import type { SecondOpinion } from '@cinnabar/pdf/verify/second-opinion/second-opinion.js';
import type { SignatureVerification, Verification } from '@cinnabar/pdf/verify/verification.js';
import { count } from './count.js';

/** A given file; without a verification if it could not be read. */
export interface VerifiedFile {
  readonly file: string;
  readonly verification: Verification | null;
  readonly problem: string;
}

/** Formats the verdict of one of several files on one line. */
export function printVerifiedFile({ file, verification, problem }: VerifiedFile): string {
  if (verification === null) return `${'UNREADABLE'.padEnd(WIDTH)}  ${file}: ${problem}`;
  const { verdict, signatures } = verification;
  return `${upper(verdict).padEnd(WIDTH)}  ${file}: ${count(signatures.length, 'signature')}`;
}

/** Width of the longest verdict, for aligning file names. */
const WIDTH = 'VALID WITH REMARKS'.length;

function upper(verdict: Verification['verdict']): string {
  return verdict.replaceAll('_', ' ').toUpperCase();
}

/** Formats a verification as text. */
export function printVerification(verification: Verification): string {
  const { verdict, sha256, size, policy, revisions, signatures, problems, secondOpinion } = verification;
  return [
    `${upper(verdict)}  ${count(signatures.length, 'signature')}, ${count(revisions, 'revision')}, ${size} bytes`,
    `sha256  ${sha256}`,
    `policy  ${policy}`,
    `pages   ${printOpinion(secondOpinion)}`,
    ...problems.map(({ code, text }) => `  ${code}  ${text.en}`),
    ...signatures.flatMap(printSignature),
  ].join('\n');
}

function printOpinion(opinion: SecondOpinion): string {
  switch (opinion.status) {
    case 'notNeeded':
      return 'no comparison with a signed version is needed';
    case 'agrees':
      return `identical to the signed version: ${count(opinion.pages, 'page')} compared`;
    case 'differs': {
      const pages = [...new Set(opinion.differences.map(({ page }) => page))];
      return `DIFFERENT from the signed version: page ${pages.join(', ')}`;
    }
    case 'unfinished':
      return `comparison not completed: ${UNFINISHED_WORDS[opinion.reason].en}`;
    case 'wanted':
      return 'not compared';
  }
}

function printSignature(signature: SignatureVerification): readonly string[] {
  const { fieldName, kind, verdict, signerName, level, seal, provenTime, claimedTime, chain, timestamps } =
    signature;
  const time = provenTime === null ? `${claimedTime ?? 'no time'} (claimed)` : `${provenTime} (proven)`;
  const [certificate] = chain;
  return [
    '',
    `${verdict.replaceAll('_', ' ')}  ${kind} ${fieldName}, revision ${signature.revision}${level === null ? '' : `, PAdES ${level}`}`,
    `  signer    ${signerName}`,
    ...(seal === null ? [] : [`  seal      ${seal.name}, code ${seal.sealCode}, made by ${seal.maker}`]),
    `  time      ${time}`,
    ...timestamps.map(
      ({ time: stated, authority, trusted }) =>
        `  stamped   ${stated ?? 'no time'} by ${authority}${trusted ? '' : ' (not relied on)'}`,
    ),
    ...(certificate === undefined ? [] : [`  issuer    ${certificate.issuer}`]),
    `  covers    ${signature.coversWholeDocument ? 'the whole file' : 'the file up to its revision'}`,
    ...signature.changesAfter.map(
      ({ kind: change, allowed, unclear, detail, revision }) =>
        `  later     ${allowed ? 'allowed  ' : unclear ? 'unclear  ' : 'FORBIDDEN'} ${change}${detail === '' ? '' : ` ${detail}`} (revision ${revision})`,
    ),
    ...signature.problems.map(
      ({ effect, code, detail, text }) =>
        `  ${effect.padEnd(13)}  ${code}${detail === '' ? '' : ` (${detail})`}: ${text.en}`,
    ),
  ];
}
