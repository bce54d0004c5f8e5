import { createHash } from 'node:crypto';
import { certificateOrNull } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { DocumentRefused } from '../model.js';
import { isReference, isStream } from '../syntax/values.js';
import { readHistory } from './document-history.js';
import { examineSignatures, placedTimestamps } from './examine-signatures.js';
import { isBlank, readRevisions } from './file-revisions.js';
import { heldObjects } from './held-objects.js';
import { judgeSignature } from './judge-signature.js';
import type { PolicyName } from './policies/difference-policy.js';
import { policyOfName } from './policies/policy-of-name.js';
import { provenTimes } from './proven-time.js';
import { type Problem, problem, type ReasonCode, structureProblem, verdictOf } from './reasons.js';
import type { RevisionView } from './revision-view.js';
import { wantedOpinion } from './second-opinion/wanted-opinion.js';
import { timestampIsRevoked } from './signature-revocation.js';
import { NO_DATA, type ValidationData, validationDataOf } from './validation-data.js';
import type { Anchors } from './value-check.js';
import type { Verification } from './verification.js';
import { WorkBudget, WorkExhausted } from './work-budget.js';

export interface VerificationPolicy {
  /** Trust anchors, DER: authorities, or a signer's own certificate. */
  readonly trusted: readonly Uint8Array[];
  /** Additional trust anchors for timestamps only, DER. */
  readonly trustedForTimestamps?: readonly Uint8Array[];
  /** CRLs known besides those in the file, DER. They affect the verdict, but no signature level depends on them. */
  readonly revocationLists?: readonly Uint8Array[];
  readonly now: Date;
  /** Policy for changes after a signature; `default` by default. */
  readonly differences?: PolicyName;
}

/** Limits for files of anonymous callers; by default those for any file. */
export interface VerificationLimits {
  readonly maxRevisions?: number;
  /**
   * Maximum length of the verification as JSON, which grows with the content of the file and must be parsed and
   * forwarded by the service.
   */
  readonly maxAnswer?: number;
}

/**
 * Verifies every signature of any PDF, and determines what each later revision changed. Nothing is repaired or guessed:
 * bytes that the file's tables do not account for count against it. If a second opinion is `wanted`, the engine obtains
 * it before the verdict is returned.
 *
 * @throws DocumentRefused NOT_A_PDF if the bytes are not a PDF; TOO_MANY_REVISIONS or TOO_COMPLEX beyond the limits
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { verifyDocument } from '@cinnabar/pdf';
 * import { certificatesInPem } from '@cinnabar/pki';
 *
 * const trusted = certificatesInPem(readFileSync('roots.pem', 'utf8')).map(({ bytes }) => bytes);
 * const { verdict, signatures } = verifyDocument(readFileSync('contract.pdf'), { trusted, now: new Date() });
 * for (const { signerName, problems, changesAfter } of signatures) {
 *   console.log(verdict, signerName, problems.map(({ code }) => code), changesAfter.map(({ kind }) => kind));
 * }
 * ```
 */
export function verifyDocument(
  given: Uint8Array,
  policy: VerificationPolicy,
  { maxRevisions, maxAnswer = Number.POSITIVE_INFINITY }: VerificationLimits = {},
): Verification {
  const verification = verify(given, policy, maxRevisions);
  const isTooLong = Number.isFinite(maxAnswer) && JSON.stringify(verification).length > maxAnswer;
  if (isTooLong) throw new DocumentRefused('TOO_COMPLEX', 'the result of the verification is too large');
  return verification;
}

function verify(given: Uint8Array, policy: VerificationPolicy, maxRevisions?: number): Verification {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.subarray(0, 1024).indexOf('%PDF-') < 0) throw new DocumentRefused('NOT_A_PDF', 'no PDF header');
  const facts = {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    policy: policy.differences ?? 'default',
  };
  const budget = new WorkBudget();
  try {
    return judged(bytes, facts, policy, budget, maxRevisions);
  } catch (error) {
    if (!(error instanceof WorkExhausted)) throw error;
    const problems = [problem('LIMIT_REACHED', 'WORK')];
    const secondOpinion = { status: 'unfinished', reason: 'BUDGET' } as const;
    return { ...facts, ...NOTHING, verdict: 'indeterminate', problems, secondOpinion };
  }
}

/** Result if no signature could be examined. */
const NOTHING = {
  ...{ valid: false, revisions: 0, signatures: [], validationObjects: [] },
  secondOpinion: { status: 'notNeeded' },
} as const;

function judged(
  bytes: Buffer,
  facts: Pick<Verification, 'sha256' | 'size' | 'policy'>,
  policy: VerificationPolicy,
  budget: WorkBudget,
  maxRevisions?: number,
): Verification {
  const differences = policyOfName(facts.policy);
  const file = readRevisions(bytes, budget, maxRevisions);
  if (file === null) {
    const problems = [problem('STRUCTURE_UNREADABLE'), ...unreachable(bytes, 0, [], budget, false)];
    const verdict = problems.length === 1 ? 'unsigned' : 'invalid';
    return { ...facts, ...NOTHING, verdict, problems };
  }
  const history = readHistory(bytes, file, differences, budget);
  const examined = examineSignatures(bytes, file, history, anchorsOf(policy));
  const stores = history.views.map((view) => lazily(() => validationDataOf(view)));
  const known = lazily(() => withLists(stores.at(-1)?.() ?? NO_DATA, policy.revocationLists ?? []));
  const proof = provenTimes(placedTimestamps(examined), policy.now, (stamp, existed) =>
    timestampIsRevoked(stamp, known(), existed),
  );
  const isEncrypted = history.views.at(-1)?.trailer.get('Encrypt') !== undefined;
  const signatures = examined.map((signature) =>
    judgeSignature(signature, {
      history,
      earlier: examined.filter(({ revision }) => revision < signature.revision),
      later: examined.filter(({ revision }) => revision > signature.revision),
      differences,
      proof,
      stores,
      known,
      now: policy.now,
      isLast: isBlank(bytes, signature.coverage.end, bytes.length),
      isEncrypted,
    }),
  );
  // After the last readable revision, no structure leads to a signature.
  const from = signatures.length > 0 ? file.end : 0;
  const problems: Problem[] = [...unreachable(bytes, from, history.views, budget, isEncrypted)];
  // Bytes covered by a signature up to the end of the file are unchanged, whatever they are; only later bytes must be
  // examined.
  const isLastWord = signatures.length > 0 && history.changes.length === 0;
  if (isEncrypted && !isLastWord) problems.push(problem('ENCRYPTED'));
  const isAmbiguous = file.revisions.some(({ sections }) => sections.some(({ ambiguous }) => ambiguous));
  if (isAmbiguous) problems.push(problem('STRUCTURE_AMBIGUOUS'));
  for (const limit of budget.limits) problems.push(problem('LIMIT_REACHED', limit));
  problems.push(...history.remarks);
  for (const fault of history.faults) problems.push(structureProblem('STRUCTURE_AMBIGUOUS', fault));
  const worst = verdictOf([...problems, ...signatures.flatMap((signature) => signature.problems)]);
  const isSigned = signatures.length > 0 || problems.some(({ code }) => SIGNATURE_HINTS.has(code));
  const verdict = isSigned ? worst : 'unsigned';
  return {
    ...facts,
    verdict,
    valid: verdict === 'valid' || verdict === 'valid_with_remarks',
    revisions: file.revisions.length,
    signatures,
    problems,
    validationObjects: heldObjects(stores, examined, proof),
    secondOpinion: wantedOpinion({ bytes, file, history, examined, signatures }),
  };
}

/** Problems that indicate a signature although none is reachable. */
const SIGNATURE_HINTS: ReadonlySet<string> = new Set<ReasonCode>([
  'SIGNATURE_UNREACHABLE',
  'SIGNATURE_OUT_OF_REACH',
]);

function anchorsOf({ trusted, trustedForTimestamps = [] }: VerificationPolicy): Anchors {
  const read = (all: readonly Uint8Array[]) =>
    all.map(certificateOrNull).filter((certificate) => certificate !== null);
  const signatures = read(trusted);
  return { signatures, timestamps: [...signatures, ...read(trustedForTimestamps)] };
}

function withLists(store: ValidationData, lists: readonly Uint8Array[]): ValidationData {
  return { ...store, revocationLists: [...store.revocationLists, ...lists] };
}

/**
 * Finds signatures that nothing refers to, which someone has detached. In an encrypted file, what refers to them cannot
 * be read.
 */
function unreachable(
  bytes: Buffer,
  from: number,
  views: readonly RevisionView[],
  budget: WorkBudget,
  isEncrypted: boolean,
): readonly Problem[] {
  const elsewhere = lazily(() => foreignSignatures(views));
  for (let at = bytes.indexOf('/ByteRange', from); at >= 0; at = bytes.indexOf('/ByteRange', at + 1)) {
    budget.spend(10 + elsewhere().length / 10);
    const following = bytes.toString('latin1', at + '/ByteRange'.length, at + 64);
    if (!/^[\0\t\n\f\r ]*\[[\0\t\n\f\r ]*\d/.test(following)) continue;
    if (!elsewhere().some(({ start, end }) => start < at && at < end))
      return [problem(isEncrypted ? 'SIGNATURE_OUT_OF_REACH' : 'SIGNATURE_UNREACHABLE')];
  }
  return [];
}

/**
 * Positions of signatures that are not signatures of this document: within streams, as in attached files, and usage
 * rights signatures (12.8.6).
 */
function foreignSignatures(views: readonly RevisionView[]): readonly { start: number; end: number }[] {
  return views.flatMap((view) => {
    const rights = view.dictionary(view.catalog.get('Perms'));
    const references = [rights?.get('UR3'), rights?.get('UR')].filter(isReference);
    const signatures = references.map(({ object }) => view.object(object).located);
    const streams = view.ownNumbers.map((number) => view.object(number).located);
    return [
      ...signatures,
      ...streams.filter((located) => located !== null && isStream(located.value)),
    ].filter((located) => located !== null);
  });
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
