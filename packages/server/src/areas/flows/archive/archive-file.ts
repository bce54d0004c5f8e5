import type { EmbeddedSignature } from '@cinnabar/pdf/sign/embedded-signatures.js';
import type { CertificatePath } from '@cinnabar/pki/certificates/certificate-path.js';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { gatherValidation, signerPaths, timestampTokenOf } from '@cinnabar/pki/revocation/validation-data.js';
import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import type { Timestamp } from '@cinnabar/pki/timestamps/timestamp-source.js';
import { readTimestampToken } from '@cinnabar/pki/timestamps/verify-timestamp.js';
import type { Services } from '../../../operation/services.js';
import type { Flow, FlowFile } from '../flow/flow.js';
import {
  isUrgent,
  levelsReached,
  lowestLevel,
  type ReachedLevel,
  renewalAt,
  retryAt,
  type SignatureLevel,
  type SignatureProof,
} from './rules/archiving.js';
import type { ArchiveRecord, ArchiveState } from './store/archives.js';

/** Result of one attempt for a file. */
export interface ArchivedFile {
  /** Unchanged file if nothing was added. */
  readonly file: FlowFile;
  readonly level: SignatureLevel;
  readonly signatures: readonly ReachedLevel[];
  /** null if this attempt obtained none. */
  readonly timestamp: Timestamp | null;
  readonly state: ArchiveState;
}

type ArchivingServices = Pick<Services, 'blobs' | 'documents' | 'timestamps' | 'validation'>;

/**
 * Raises a completed file to the highest level available now: validation data and a document timestamp over it (B-LTA),
 * or as much of that as can be obtained. A file that is already archived gets its next timestamp, with the validation
 * data of the previous one. The new revision is stored, and nothing refers to it until the caller commits.
 */
export async function archiveFile(
  services: ArchivingServices,
  flow: Flow,
  file: FlowFile,
  record: ArchiveRecord,
  now: Date,
): Promise<ArchivedFile> {
  const { blobs, documents, timestamps, validation } = services;
  const before = await blobs.get(flow.corpId, file.currentHash);
  const embedded = await documents.readSignatures(before);
  const anchors = await validation.anchors();
  const stamps = embedded.filter(({ kind }) => kind === 'timestamp');
  const renewing = record.archived && stamps.length > 0;
  // The validation data of earlier timestamps is already in the DSS.
  const unproven = renewing ? stamps.slice(-1) : embedded;
  const paths = unproven.flatMap(({ contents, certificates }) =>
    signerPaths(contents, anchors, certificates),
  );
  const gathered = await gatherValidation(paths, validation.sources, now);

  const urgent = renewing && record.timestampEndsAt !== null && isUrgent(now, record.timestampEndsAt);
  const worthAStamp = gathered.complete || stamps.length === 0 || urgent;
  let stamped: Timestamp | null = null;
  const after = await documents.archive(
    before,
    {
      validation: gathered,
      timestampLength: timestamps === null || !worthAStamp ? null : timestamps.expectedLength,
    },
    async (digest) => {
      stamped = await stampFor(services, digest, now);
      return stamped?.token ?? null;
    },
  );
  const timestamp = currentOf(stamped);
  // A failed attempt leaves no trace unless it completed the store for the first time.
  const keeps = timestamp !== null || (gathered.complete && !record.complete);
  const hash = keeps ? (await blobs.put(flow.corpId, after)).hash : file.currentHash;

  const complete = record.complete || gathered.complete;
  const late = renewing && record.timestampEndsAt !== null && record.timestampEndsAt < now;
  const proofs = embedded.flatMap((each) =>
    each.kind === 'signature' ? [proofOf(each, anchors, late)] : [],
  );
  // The authority of a document timestamp is known only once the token exists, so its validation data is added with the
  // next one. If nothing else proves the signatures, that next timestamp is requested at once.
  const timestampProven = record.archived || (stamps.length > 0 && gathered.complete);
  const proven = timestampProven || proofs.at(-1)?.timestampTime != null;
  const archived = record.archived || (timestamp !== null && gathered.complete && proven);
  const signatures = levelsReached(proofs, {
    documentTimestamp: firstTime(stamps, timestamp, late),
    complete,
    timestampProven,
    archived,
  });
  const reached = timestamp !== null && gathered.complete && proven;
  const attempts = reached ? 0 : record.attempts + 1;
  const endsAt = timestamp === null ? record.timestampEndsAt : endOf(signerPaths(timestamp.token, anchors));
  const dueAt = reached && endsAt !== null ? renewalAt(now, endsAt) : retryAt(now, attempts);
  return {
    file: hash === file.currentHash ? file : { ...file, currentHash: hash },
    level: lowestLevel(signatures),
    signatures,
    timestamp,
    state: { complete, archived, attempts, dueAt, timestampEndsAt: endsAt },
  };
}

/** Assigned within a callback, which the compiler's flow analysis does not follow. */
function currentOf(stamped: Timestamp | null): Timestamp | null {
  return stamped;
}

async function stampFor(
  { timestamps }: ArchivingServices,
  digest: Uint8Array,
  now: Date,
): Promise<Timestamp | null> {
  try {
    return (await timestamps?.stamp(digest, now)) ?? null;
  } catch (error) {
    if (error instanceof TimestampError) return null;
    throw error;
  }
}

/** Timestamps that expired before their renewal prove nothing any more. */
function proofOf(
  { fieldName, contents, certificates }: EmbeddedSignature,
  anchors: readonly ParsedCertificate[],
  late: boolean,
): SignatureProof {
  const [own] = signerPaths(contents, anchors, certificates);
  const token = timestampTokenOf(contents);
  return {
    fieldName,
    timestampTime: token === null || late ? null : readTimestampToken(token).info.time,
    certificateEnds: own?.certificates[0]?.notAfter ?? new Date(0),
  };
}

function firstTime(
  stamps: readonly EmbeddedSignature[],
  timestamp: Timestamp | null,
  late: boolean,
): Date | null {
  const [first] = stamps;
  if (first === undefined || late) return timestamp?.time ?? null;
  return readTimestampToken(first.contents).info.time;
}

/** A certificate chain is valid until its first certificate expires. */
function endOf([own]: readonly CertificatePath[]): Date | null {
  const ends = (own?.certificates ?? []).map(({ notAfter }) => notAfter.getTime());
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}
