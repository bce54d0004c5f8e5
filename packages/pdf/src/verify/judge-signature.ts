import { createHash } from 'node:crypto';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { digestNamed, digestOf } from '@cinnabar/pki/certificates/digest-algorithm.js';
import { certificateOrNull, type ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { only } from '@cinnabar/pki/cms/signed-data.js';
import type { SealSignature } from '@cinnabar/pki/electronic-seals/seal-signature-reader.js';
import type { TimestampCheck } from './check-timestamp.js';
import { describeCertificate } from './describe-certificate.js';
import type { ChangePermission, DocumentChange } from './document-change.js';
import { type Circumstances, type ExaminedSignature, textEntry } from './examined-signature.js';
import { commonName } from './name-text.js';
import { padesLevel } from './pades-level.js';
import { pathProblems } from './path-problems.js';
import { standingOf } from './policies/difference-policy.js';
import { isFromFuture } from './proven-time.js';
import { type Problem, problem, structureProblem, verdictOf } from './reasons.js';
import { revocationOf } from './signature-revocation.js';
import { whyUnreliable } from './signature-timestamps.js';
import { claimedTimeOf } from './signing-time.js';
import type { ValueCheck } from './value-check.js';
import type {
  LaterChange,
  SealSummary,
  SignatureValueSummary,
  SignatureVerification,
  TimestampSummary,
} from './verification.js';

/** Combines all findings about a signature into a verdict with its reasons. */
export function judgeSignature(
  signature: ExaminedSignature,
  circumstances: Circumstances,
): SignatureVerification {
  const { value, coverage, found, revision } = signature;
  const { proof, known, now } = circumstances;
  const changesAfter = laterChanges(signature, circumstances);
  const aboutBytes = [...coverage.problems, ...wholenessProblems(signature), ...value.problems];
  const aboutChanges = changeProblems(changesAfter, circumstances);

  // A document timestamp is validated at the time that later timestamps prove; its own time is only reported.
  const proven = signature.isTimestamp ? proof.of(revision + 1) : proof.of(revision);
  const at = proven ?? now;
  // A missing certificate is reported as a problem of its own.
  const aboutTrust = value.path === null ? [] : pathProblems(value.path, at);
  const revocation = revocationOf(signature, known(), at);
  const problems = distinct([
    ...aboutBytes,
    ...aboutChanges,
    ...aboutTrust,
    ...revocation.problems,
    ...timestampProblems(signature, proof.reliable, now),
    ...(circumstances.isEncrypted ? [problem('TEXTS_ENCRYPTED')] : []),
  ]);
  // A document cannot be called intact if programs read it differently, or if later changes are unknown.
  const intact = ![...aboutBytes, ...aboutChanges].some(
    ({ effect, code }) => effect === 'invalid' || code === 'REVISION_UNUSUAL' || code === 'UNCLEAR_CHANGE',
  );
  const { certificate } = value;
  const timestamps = timestampSummaries(signature, proof.reliable);
  // In an encrypted file, every string except /Contents is encrypted (ISO 32000-2 7.6.2).
  const text = (key: string): string | null => (circumstances.isEncrypted ? null : textEntry(signature, key));
  return {
    fieldName: circumstances.isEncrypted ? '' : found.fieldName,
    kind: signature.isTimestamp ? 'timestamp' : 'signature',
    subFilter: signature.subFilter,
    verdict: verdictOf(problems),
    signerName: certificate === null ? (text('Name') ?? '') : commonName(certificate.subject),
    reason: text('Reason'),
    location: text('Location'),
    claimedTime: claimedTimeOf(text('M')) ?? value.sealed?.signature.time.toISOString() ?? null,
    provenTime: (signature.isTimestamp ? proof.of(revision) : proven)?.toISOString() ?? null,
    intact,
    trusted: value.path?.trusted === true && !aboutTrust.some(({ effect }) => effect !== 'remark'),
    coversWholeDocument: circumstances.isLast && coverage.problems.length === 0,
    revision: revision + 1,
    byteRange: coverage.byteRange,
    level: intact ? padesLevel(signature, circumstances) : null,
    certification: signature.certification,
    certificate: certificate === null ? null : describeCertificate(certificate),
    chain: (value.path?.certificates ?? []).map(describeCertificate),
    timestamp: timestamps[0] ?? null,
    timestamps,
    seal: sealSummary(value),
    value: value.sealed === null ? valueSummary(value) : sealedValueSummary(value.sealed.signature),
    changesAfter: changesAfter.map(({ fault: _, ...told }) => told),
    problems,
  };
}

function wholenessProblems({
  found,
  shared,
  listed,
  remains,
  coverage,
}: ExaminedSignature): readonly Problem[] {
  const problems: Problem[] = [];
  if (!remains) problems.push(problem('SIGNATURE_REMOVED'));
  if (shared) problems.push(problem('SIGNATURE_DUPLICATED'));
  if (!listed) problems.push(problem('SIGNATURE_NOT_IN_FORM', found.fieldName));
  if (!found.dictionary.has('Filter') || coverage.value.length === 0)
    problems.push(problem('SIGNATURE_INCOMPLETE'));
  return problems;
}

function laterChanges(
  signature: ExaminedSignature,
  { history, earlier, differences }: Circumstances,
): readonly (LaterChange & Pick<DocumentChange, 'fault'>)[] {
  const levels = [...earlier, signature].map(({ certification }) => certification);
  const strictest = ([1, 2, 3] as const).find((level) => levels.includes(level)) ?? null;
  const permission: ChangePermission = {
    certification: strictest,
    limit: signature.limit,
    locks: signature.locks,
  };
  return history.changes
    .filter(({ revision }) => revision > signature.revision)
    .map(({ revision, change }) => {
      const standing = standingOf(differences, change, permission);
      return {
        kind: change.kind,
        allowed: standing === 'allowed',
        unclear: standing === 'unclear',
        detail: change.detail,
        fault: change.fault,
        revision: revision + 1,
      };
    });
}

function changeProblems(
  changes: ReturnType<typeof laterChanges>,
  { isEncrypted }: Circumstances,
): readonly Problem[] {
  const problems = changes
    .filter(({ allowed }) => !allowed)
    .map(({ kind, detail, unclear, fault }) => {
      if (fault !== null) return structureProblem(unclear ? 'REVISION_UNUSUAL' : 'FORBIDDEN_CHANGE', fault);
      const about = detail === '' ? kind : `${kind} ${detail}`;
      return problem(unclear ? 'UNCLEAR_CHANGE' : 'FORBIDDEN_CHANGE', about);
    });
  const has = (...kinds: readonly string[]): boolean =>
    changes.some(({ kind, allowed }) => allowed && kinds.includes(kind));
  if (has('FIELD_FILLED', 'FIELD_VALUE_CHANGED')) problems.push(problem('FIELDS_FILLED_LATER'));
  if (has('METADATA_CHANGED')) problems.push(problem('METADATA_CHANGED_LATER'));
  if (has('PAGE_COVERED')) problems.push(problem('PAGE_COVERED_LATER'));
  if (has('VALIDATION_DATA_REMOVED')) problems.push(problem('VALIDATION_DATA_REMOVED_LATER'));
  if (isEncrypted && changes.length > 0) problems.push(problem('ENCRYPTED'));
  return problems;
}

function timestampProblems(
  { timestamps, isTimestamp }: ExaminedSignature,
  reliable: ReadonlySet<TimestampCheck>,
  now: Date,
): readonly Problem[] {
  if (isTimestamp) {
    const isAhead = timestamps.some(({ check }) => isFromFuture(check, now));
    return isAhead ? [problem('TIMESTAMP_FUTURE')] : [];
  }
  return timestamps.map(({ check }) => whyUnreliable(check, reliable, now)).filter((found) => found !== null);
}

/** Trusted timestamps first, the earliest of which is that of the signature. */
function timestampSummaries(
  { timestamps }: ExaminedSignature,
  reliable: ReadonlySet<TimestampCheck>,
): readonly TimestampSummary[] {
  const summaries = timestamps.map(({ check }) => ({
    time: check.time?.toISOString() ?? null,
    authority: authorityName(check.certificate),
    intact: check.intact,
    trusted: reliable.has(check),
    sha256: createHash('sha256').update(check.token).digest('hex'),
    certificate: check.certificate === null ? null : describeCertificate(check.certificate),
  }));
  const rank = ({ trusted, time }: TimestampSummary): string => `${trusted ? 0 : 1} ${time ?? '~'}`;
  return summaries.toSorted((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0));
}

function sealSummary({ sealed }: ValueCheck): SealSummary | null {
  if (sealed === null) return null;
  const { name, sealId, makerCertificate, validFrom, validUntil } = sealed.signature.seal;
  return {
    name,
    sealCode: sealId,
    maker: authorityName(certificateOrNull(makerCertificate)),
    validFrom: validFrom.toISOString(),
    validUntil: validUntil.toISOString(),
  };
}

function sealedValueSummary(signature: SealSignature): SignatureValueSummary {
  return {
    digestAlgorithm: OID.sm3,
    messageDigest: Buffer.from(signature.dataHash).toString('hex'),
    signedDigest: Buffer.from(digestOf('sm3', signature.toBeSigned)).toString('hex'),
    signatureAlgorithm: signature.signatureAlgorithm,
    signature: Buffer.from(signature.signature).toString('base64'),
  };
}

function valueSummary({ signer }: ValueCheck): SignatureValueSummary | null {
  if (signer === null) return null;
  const digest = only(signer.attributes.get(OID.messageDigest));
  const algorithm = digestNamed(signer.digestAlgorithm);
  const { signedAttributes } = signer;
  return {
    digestAlgorithm: signer.digestAlgorithm,
    messageDigest: digest === null ? null : Buffer.from(digest.content).toString('hex'),
    signedDigest:
      signedAttributes === null || algorithm === null
        ? null
        : Buffer.from(digestOf(algorithm, signedAttributes)).toString('hex'),
    signatureAlgorithm: signer.signatureAlgorithm.algorithm,
    signature: Buffer.from(signer.signature).toString('base64'),
  };
}

function authorityName(certificate: ParsedCertificate | null): string {
  return certificate === null ? '' : commonName(certificate.subject);
}

/** Removes duplicate reasons. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ code, detail }) => {
    const key = `${code} ${detail}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
