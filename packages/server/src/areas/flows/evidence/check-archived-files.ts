import { readEventHeads } from '@cinnabar/pdf/sign/read-own-file.js';
import { PdfSyntaxError } from '@cinnabar/pdf/syntax/value-reader.js';
import type { SealSummary, Verification } from '@cinnabar/pdf/verify/verification.js';
import type { JsonValue } from '../../../custody/canonical-json.js';
import { type ArchiveCheck, checked } from './archive-check.js';
import { type Claims, sha256 } from './archive-claims.js';
import { archivedEntries, claimedFile, currentName } from './archive-entries.js';
import { listWithin, textWithin, within } from './rules/evidence.js';

export interface CheckedFiles {
  readonly checks: readonly ArchiveCheck[];
  readonly verifications: readonly Verification[];
}

/** A file after an act: its length, its hash, and the event that recorded both. */
interface Step {
  readonly sequence: number;
  readonly hash: string;
  readonly length: number;
}

/** Checks the files against the history, their signatures, and the history heads that those signatures name. */
export async function checkFiles(
  claims: Claims,
  verify: (pdf: Uint8Array) => Promise<Verification | null>,
): Promise<CheckedFiles> {
  const problems = { files: [] as string[], signatures: [] as string[], heads: [] as string[] };
  const verifications: Verification[] = [];
  const seals: string[] = [];
  let [revisions, signatures, named] = [0, 0, 0];
  const files = listWithin(claims.record, 'files');
  for (const file of files) {
    const fileId = textWithin(file, 'fileId');
    const current = claims.entries.get(currentName(fileId));
    problems.files.push(...hashProblems(claims, file, fileId));
    const steps = stepsOf(claims, file, fileId);
    revisions += steps.length;
    if (current === undefined) continue;
    problems.files.push(...revisionProblems(current, steps, fileId));
    const verification = await verify(current);
    if (verification === null) {
      problems.signatures.push(`file ${fileId} cannot be read`);
      continue;
    }
    verifications.push(verification);
    signatures += verification.signatures.length;
    seals.push(...verification.signatures.flatMap(({ seal }) => (seal === null ? [] : [sealNamed(seal)])));
    problems.signatures.push(...signatureProblems(claims, verification, fileId, steps));
    const heads = headsIn(current);
    named += heads?.size ?? 0;
    problems.heads.push(...headProblems(claims, verification, heads, steps, fileId));
  }
  return {
    checks: [
      checked(
        'files',
        problems.files,
        `${files.length} files, ${revisions} revisions, each with its recorded hash`,
      ),
      checked('signatures', problems.signatures, `${signatures} signatures, all valid${listed(seals)}`),
      checked('eventHeads', problems.heads, `${named} signatures name the history that led to them`),
    ],
    verifications,
  };
}

function sealNamed({ name, sealCode }: SealSummary): string {
  return `${name} (${sealCode})`;
}

/** The electronic seals of signatures, each once. */
function listed(seals: readonly string[]): string {
  const distinct = [...new Set(seals)];
  return seals.length === 0 ? '' : `; ${seals.length} with the electronic seals ${distinct.join(', ')}`;
}

/** Upload, plain document and current file have the hashes that the record and the history give them. */
function hashProblems({ entries, events }: Claims, file: JsonValue, fileId: string): readonly string[] {
  const problems = archivedEntries(claimedFile(file)).flatMap(([name, hash]) => {
    const bytes = entries.get(name);
    if (bytes === undefined) return [`${name} is missing`];
    return sha256(bytes) === hash ? [] : [`${name} has another hash`];
  });
  const ended = events.findLast(({ event }) => textWithin(event, 'kind') === 'fillingEnded');
  const final = ofFile(listWithin(ended?.event, 'detail', 'files'), fileId);
  if (final !== undefined && textWithin(final, 'uploaded') !== textWithin(file, 'baseHash'))
    problems.push(`the history has another upload of file ${fileId}`);
  return problems;
}

function ofFile(list: readonly JsonValue[], fileId: string): JsonValue | undefined {
  return list.find((each) => textWithin(each, 'fileId') === fileId);
}

/**
 * The states of a file according to the history; lengths come from the record and are only as reliable as their hashes.
 */
function stepsOf({ events }: Claims, file: JsonValue, fileId: string): readonly Step[] {
  const lengths = new Map(
    listWithin(file, 'revisions').map((each) => [
      textWithin(each, 'hash'),
      Number(textWithin(each, 'length') || NaN),
    ]),
  );
  const ended = events.findLast(({ event }) => textWithin(event, 'kind') === 'fillingEnded');
  const prepared = textWithin(ofFile(listWithin(ended?.event, 'detail', 'files'), fileId), 'prepared');
  if (ended === undefined || prepared === '') return [];
  const signed = events.flatMap(({ event }) => {
    const found =
      textWithin(event, 'kind') === 'signed'
        ? ofFile(listWithin(event, 'detail', 'files'), fileId)
        : undefined;
    return found === undefined ? [] : [{ sequence: sequenceOf(event), hash: textWithin(found, 'after') }];
  });
  return [{ sequence: sequenceOf(ended.event), hash: prepared }, ...signed].map((step) => ({
    ...step,
    length: lengths.get(step.hash) ?? Number.NaN,
  }));
}

function sequenceOf(event: JsonValue): number {
  return Number(within(event, 'sequence') ?? Number.NaN);
}

/** Every revision in the history is a prefix of the current file. */
function revisionProblems(current: Uint8Array, steps: readonly Step[], fileId: string): readonly string[] {
  return steps.flatMap(({ hash, length }, index) =>
    length > 0 && length <= current.length && sha256(current.subarray(0, length)) === hash
      ? []
      : [`revision ${index} of file ${fileId} is not the beginning of the current file`],
  );
}

/** All signatures are valid, and each act in the history has left one by each certificate that it names. */
function signatureProblems(
  { events }: Claims,
  verification: Verification,
  fileId: string,
  steps: readonly Step[],
): readonly string[] {
  const problems: string[] = [];
  if (steps.length > 1 && !verification.valid) problems.push(`file ${fileId} is ${verification.verdict}`);
  for (const [index, step] of steps.slice(1).entries()) {
    const event = events.find((each) => sequenceOf(each.event) === step.sequence)?.event;
    const beside = textWithin(event, 'detail', 'besideCertificate');
    const named = [textWithin(event, 'detail', 'certificate'), ...(beside === '' ? [] : [beside])];
    const made = madeBetween(verification, steps[index]?.length ?? 0, step.length);
    for (const certificate of named)
      if (!made.some((signature) => signature.certificate?.serialNumber === certificate))
        problems.push(`act ${step.sequence} has left no signature of ${certificate} in file ${fileId}`);
  }
  return problems;
}

/** Signatures whose byte range ends within that prefix of the file. */
function madeBetween({ signatures }: Verification, from: number, to: number): Verification['signatures'] {
  return signatures.filter(({ kind, byteRange }) => {
    const end = (byteRange[2] ?? 0) + (byteRange[3] ?? 0);
    return kind === 'signature' && end > from && end <= to;
  });
}

function headsIn(pdf: Uint8Array): ReadonlyMap<string, string> | null {
  try {
    return readEventHeads(pdf);
  } catch (error) {
    if (error instanceof PdfSyntaxError) return null;
    throw error;
  }
}

/** The head is that of an event before the act. Signatures made before heads were introduced contain none. */
function headProblems(
  { events }: Claims,
  verification: Verification,
  heads: ReadonlyMap<string, string> | null,
  steps: readonly Step[],
  fileId: string,
): readonly string[] {
  if (heads === null) return [`file ${fileId} cannot be read`];
  return steps.slice(1).flatMap((step, index) =>
    madeBetween(verification, steps[index]?.length ?? 0, step.length).flatMap(({ fieldName }) => {
      const head = heads.get(fieldName);
      const named = events.find(({ hash }) => hash === head);
      return head === undefined || (named !== undefined && sequenceOf(named.event) < step.sequence)
        ? []
        : [`${fieldName} in file ${fileId} names another history`];
    }),
  );
}
