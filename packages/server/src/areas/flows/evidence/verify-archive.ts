/** Recomputes all claims of an evidence archive, without service, database or network. */
import { DocumentRefused } from '@cinnabar/pdf/model.js';
import { readAttachedFile } from '@cinnabar/pdf/sign/read-own-file.js';
import { PdfSyntaxError } from '@cinnabar/pdf/syntax/value-reader.js';
import type { Verification } from '@cinnabar/pdf/verify/verification.js';
import type { VerificationPolicy } from '@cinnabar/pdf/verify/verify-document.js';
import { certificatesInPem } from '@cinnabar/pki/asn1/pem.js';
import type { JsonValue } from '../../../custody/canonical-json.js';
import { verifyChain } from '../../../custody/event-chain.js';
import { putInTexts } from '../flow/rules/event-texts.js';
import { type ArchiveCheck, checked } from './archive-check.js';
import { type Claims, type Entries, sha256 } from './archive-claims.js';
import { ARCHIVE, HISTORY_FILE, RECORD_FILE, REPORTS } from './archive-entries.js';
import { checkFiles } from './check-archived-files.js';
import { checkIntents } from './check-archived-intents.js';
import { checkParts } from './check-archived-parts.js';
import { checkDailyRoot, checkRevocation } from './check-archived-trust.js';
import { checkWords } from './check-archived-words.js';
import { EVIDENCE_FORMAT, FORMAT_WITHOUT_PARTS } from './evidence-record.js';
import { ArchiveRefused } from './open-archive.js';
import { listWithin, textWithin, within } from './rules/evidence.js';

export interface ArchiveVerification {
  /** Whether every check has passed, possibly with a remark. */
  readonly ok: boolean;
  readonly flowCode: string;
  readonly checks: readonly ArchiveCheck[];
  /** SHA-256 of the certificates used as trust anchors. */
  readonly trusted: readonly string[];
  /** SHA-256 of the additional trust anchors for timestamps. */
  readonly trustedForTimestamps: readonly string[];
  /** Whether the trust anchors came from the archive itself, which then only proves its own consistency. */
  readonly trustedByItself: boolean;
}

export interface ArchivePolicy {
  /** Trust anchors, DER; null: the roots in the archive. */
  readonly trusted: readonly Uint8Array[] | null;
  /** Additional trust anchors for timestamps, DER; only together with given certificates. */
  readonly trustedForTimestamps?: readonly Uint8Array[];
  readonly now: Date;
  readonly verify: (pdf: Uint8Array, policy: VerificationPolicy) => Promise<Verification>;
}

/** @throws ArchiveRefused */
export async function verifyArchive(entries: Entries, policy: ArchivePolicy): Promise<ArchiveVerification> {
  if (!entries.has(RECORD_FILE)) throw new ArchiveRefused(`it has no ${RECORD_FILE}`);
  const record = readJson(textOfEntry(entries, RECORD_FILE));
  if (![EVIDENCE_FORMAT, FORMAT_WITHOUT_PARTS].includes(textWithin(record, 'format')))
    throw new ArchiveRefused('it is no evidence of this kind');
  const trust = trustOf(entries, policy);
  const claims: Claims = { entries, record, events: readHistory(entries), ...trust };
  // A sandbox's clock may run ahead; that can only make more certificates appear expired.
  const madeAt = Date.parse(textWithin(record, 'madeAt')) || 0;
  const now = new Date(Math.max(policy.now.getTime(), madeAt));
  const verify = async (pdf: Uint8Array) => {
    try {
      return await policy.verify(pdf, { ...trust, now });
    } catch (error) {
      if (error instanceof DocumentRefused) return null;
      throw error;
    }
  };
  const files = await checkFiles(claims, verify);
  const checks = [
    checkSums(entries),
    checkParts(claims),
    checkHistory(claims),
    await checkReports(claims, verify),
    checkIntents(claims),
    checkWords(claims),
    ...files.checks,
    checkDailyRoot(claims),
    checkRevocation(claims, files.verifications),
  ];
  return {
    ok: checks.every(({ ok }) => ok),
    flowCode: textWithin(record, 'contract', 'flowCode'),
    checks,
    trusted: trust.trusted.map(sha256),
    trustedForTimestamps: trust.trustedForTimestamps.map(sha256),
    trustedByItself: policy.trusted === null,
  };
}

/** The given trust anchors, or those in the archive. Anchors for timestamps are not accepted for signers. */
function trustOf(entries: Entries, { trusted, trustedForTimestamps = [] }: ArchivePolicy) {
  if (trusted !== null) return { trusted, trustedForTimestamps };
  const rootsIn = (name: string) => certificatesInPem(textOfEntry(entries, name)).map(({ bytes }) => bytes);
  return { trusted: rootsIn(ARCHIVE.roots), trustedForTimestamps: rootsIn(ARCHIVE.timestampRoots) };
}

/** "" for a missing part; missing parts are reported by checkParts. */
function textOfEntry(entries: Entries, name: string): string {
  return Buffer.from(entries.get(name) ?? new Uint8Array()).toString('utf8');
}

function readJson(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    throw new ArchiveRefused('something in it that should be JSON is none');
  }
}

function readHistory(entries: Entries): Claims['events'] {
  const lines = textOfEntry(entries, HISTORY_FILE).split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => ({ hash: line.slice(0, 64), event: readJson(line.slice(65)) }));
}

/** Every file is listed, and every listed file exists with its hash. */
function checkSums(entries: Entries): ArchiveCheck {
  const lines = textOfEntry(entries, ARCHIVE.sums)
    .split('\n')
    .filter((line) => line !== '');
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const problems = [...entries.keys()]
    .filter((name) => name !== ARCHIVE.sums && !listed.has(name))
    .map((name) => `${name} is not listed`);
  for (const [name, hash] of listed) {
    const bytes = entries.get(name);
    if (bytes === undefined) problems.push(`${name} is missing`);
    else if (sha256(bytes) !== hash) problems.push(`${name} has another hash`);
  }
  if (!entries.has(ARCHIVE.sums)) problems.unshift(`${ARCHIVE.sums} is missing`);
  return checked('sums', problems, `${listed.size} files have the hashes that ${ARCHIVE.sums} lists`);
}

/** The chain is consistent, ends with the head in the record, and equals the record's history. */
function checkHistory({ events, record }: Claims): ArchiveCheck {
  const head = textWithin(record, 'chain', 'head');
  const verdict = verifyChain(events, head);
  const problems: string[] = [];
  if (!verdict.intact)
    problems.push(
      verdict.problem === 'ALTERED'
        ? `event ${verdict.index + 1} is not what was recorded`
        : 'the chain does not end with the head of the contract',
    );
  const recorded = listWithin(record, 'events').map((event) => textWithin(event, 'hash'));
  if (recorded.length !== events.length || recorded.some((hash, index) => hash !== events[index]?.hash))
    problems.push(`${HISTORY_FILE} and ${RECORD_FILE} differ`);
  problems.push(...otherWords(record, events));
  return checked('chain', problems, `${events.length} events, each hash follows from the one before`);
}

/** The texts that an encrypted contract's record gives for salted hashes match those hashes. */
function otherWords(record: JsonValue, events: Claims['events']): readonly string[] {
  return listWithin(record, 'events').flatMap((recorded, index) => {
    const event = events[index]?.event;
    const kind = textWithin(event, 'kind');
    const texts = listWithin(recorded, 'texts').map((each) => ({
      path: listWithin(each, 'path').filter((step) => typeof step === 'string' || typeof step === 'number'),
      salt: textWithin(each, 'salt'),
      text: textWithin(each, 'text'),
    }));
    return putInTexts(kind, within(event, 'detail'), texts).verified
      ? []
      : [`the words of event ${index + 1} are not those that were recorded`];
  });
}

/** Both reports are signed by a trusted signer, and embed the very data that are in the archive. */
async function checkReports(
  { entries }: Claims,
  verify: (pdf: Uint8Array) => Promise<Verification | null>,
): Promise<ArchiveCheck> {
  const problems: string[] = [];
  const signers = new Set<string>();
  for (const name of Object.values(REPORTS)) {
    const pdf = entries.get(name);
    if (pdf === undefined) {
      problems.push(`${name} is missing`);
      continue;
    }
    const verification = await verify(pdf);
    if (verification === null) {
      problems.push(`${name} cannot be read`);
      continue;
    }
    const covering = verification.signatures.filter(({ coversWholeDocument }) => coversWholeDocument);
    for (const { signerName } of covering) signers.add(signerName);
    if (!verification.valid || covering.length === 0)
      problems.push(`${name} is not validly signed (${verification.verdict})`);
    for (const data of [RECORD_FILE, HISTORY_FILE]) {
      if (!sameBytes(attached(pdf, data), entries.get(data)))
        problems.push(`${name} carries another ${data}`);
    }
  }
  // Both embed the same record, so only this check detects a copy of one in the place of the other.
  if (sameBytes(entries.get(REPORTS.zh) ?? null, entries.get(REPORTS.en)))
    problems.push(`${REPORTS.zh} and ${REPORTS.en} are the same file`);
  const by = [...signers].join(', ');
  return checked('report', problems, `both are validly signed by ${by} and carry the data of the archive`);
}

const LONGEST_ATTACHMENT = 256 * 1024 * 1024;

function attached(pdf: Uint8Array, name: string): Uint8Array | null {
  try {
    return readAttachedFile(pdf, name, LONGEST_ATTACHMENT);
  } catch (error) {
    if (error instanceof PdfSyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function sameBytes(one: Uint8Array | null, other: Uint8Array | undefined): boolean {
  return one !== null && other !== undefined && Buffer.compare(one, other) === 0;
}
