import type { SignatureVerification, Verification } from '@cinnabar/server/documents/verify/verification.js';

/** A verification as lines of text. */
export function tellVerification(verification: Verification): string {
  const { verdict, sha256, size, policy, revisions, signatures, problems } = verification;
  return [
    `${verdict.replaceAll('_', ' ').toUpperCase()}  ${count(signatures.length, 'signature')}, ${count(revisions, 'revision')}, ${size} bytes`,
    `sha256  ${sha256}`,
    `policy  ${policy}`,
    ...problems.map(({ code, text }) => `  ${code}  ${text.en}`),
    ...signatures.flatMap(tellSignature),
  ].join('\n');
}

function tellSignature(signature: SignatureVerification): readonly string[] {
  const { fieldName, kind, verdict, signerName, level, provenTime, claimedTime, chain } = signature;
  const time = provenTime === null ? `${claimedTime ?? 'no time'} (claimed)` : `${provenTime} (proven)`;
  const [certificate] = chain;
  return [
    '',
    `${verdict.replaceAll('_', ' ')}  ${kind} ${fieldName}, revision ${signature.revision}${level === null ? '' : `, PAdES ${level}`}`,
    `  signer    ${signerName}`,
    `  time      ${time}`,
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

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
