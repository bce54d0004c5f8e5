import type { Verification } from '@cinnabar/pdf/verify/verification.js';
import { DerError } from '@cinnabar/pki/asn1/der.js';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { certificatesInPem } from '@cinnabar/pki/asn1/pem.js';
import { certificatePath } from '@cinnabar/pki/certificates/certificate-path.js';
import {
  type ParsedCertificate,
  parseCertificate,
  serialNumberText,
} from '@cinnabar/pki/certificates/parsed-certificate.js';
import { readRevocationList } from '@cinnabar/pki/revocation/revocation-list-reader.js';
import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import { verifyTimestamp } from '@cinnabar/pki/timestamps/verify-timestamp.js';
import { provesLeaf } from '../../../custody/merkle-tree.js';
import { type ArchiveCheck, checked } from './archive-check.js';
import type { Claims } from './archive-claims.js';
import { ARCHIVE } from './archive-entries.js';
import { listWithin, textWithin, within } from './rules/evidence.js';
import { historyLeaf } from './rules/evidence-leaves.js';

/** The Merkle path leads from the history to the root, and the token covers that root. */
export function checkDailyRoot({
  record,
  events,
  entries,
  trusted,
  trustedForTimestamps,
}: Claims): ArchiveCheck {
  const claimed = within(record, 'dailyRoot');
  if (claimed === null || claimed === undefined)
    return checked('dailyRoot', [], 'the contract is in no daily root yet');
  const problems: string[] = [];
  const eventCount = Number(textWithin(claimed, 'eventCount'));
  const eventHead = textWithin(claimed, 'eventHead');
  if (events[eventCount - 1]?.hash !== eventHead) problems.push('it is the root of another history');
  const flowId = Number(textWithin(record, 'contract', 'flowId'));
  const place = { index: Number(textWithin(claimed, 'index')), size: Number(textWithin(claimed, 'size')) };
  const path = listWithin(claimed, 'path').map((hash) => Buffer.from(String(hash), 'hex'));
  const root = Buffer.from(textWithin(claimed, 'root'), 'hex');
  if (!provesLeaf(historyLeaf({ flowId, eventCount, eventHead }), place, path, root))
    problems.push('the path does not lead to the root');
  const token = entries.get(ARCHIVE.dailyRootToken);
  const claimedTime = textWithin(claimed, 'timestamp', 'time');
  if (token === undefined) {
    if (claimedTime !== '')
      problems.push(
        `${ARCHIVE.dailyRootToken} is missing, though the record states its time (${claimedTime})`,
      );
    return checked('dailyRoot', problems, `root ${textWithin(claimed, 'number')}, not timestamped yet`);
  }
  try {
    const { info } = verifyTimestamp(token, {
      imprint: (algorithm) => (algorithm === 'sha256' ? root : new Uint8Array()),
      anchors: [...trusted, ...trustedForTimestamps].map(parseCertificate),
      intermediates: authorityOf(entries),
    });
    if (info.time.toISOString() !== claimedTime)
      problems.push(`its timestamp is of ${info.time.toISOString()}, and the record states another time`);
    return checked(
      'dailyRoot',
      problems,
      `root of ${textWithin(claimed, 'day')}, timestamped ${info.time.toISOString()}`,
    );
  } catch (error) {
    if (!(error instanceof TimestampError)) throw error;
    return checked('dailyRoot', [...problems, `its timestamp does not hold: ${error.message}`], '');
  }
}

function authorityOf(entries: Claims['entries']): readonly ParsedCertificate[] {
  const pem = entries.get(ARCHIVE.authority);
  return pem === undefined ? [] : certificatesInPem(Buffer.from(pem).toString('latin1'));
}

/**
 * The revocation lists are signed by the authority, and contain no certificate that had been revoked when it signed.
 */
export function checkRevocation(
  { entries, trusted }: Claims,
  verifications: readonly Verification[],
): ArchiveCheck {
  const authority = authorityOf(entries);
  const lists = [...entries].filter(([name]) => name.startsWith('trust/') && name.endsWith('.crl'));
  const anchors = trusted.map(parseCertificate);
  const problems: string[] = lists.length === 0 ? ['there is no revocation list'] : [];
  const revoked = new Map<string, Date>();
  for (const [name, bytes] of lists) {
    const read = listOf(bytes, authority, anchors);
    if (read === null) problems.push(`${name} is signed by no trusted authority`);
    for (const [serialNumber, { since }] of read?.revoked ?? [])
      revoked.set(serialNumberText(serialNumber), since);
  }
  for (const { fieldName, certificate, provenTime, claimedTime } of verifications.flatMap(
    (each) => each.signatures,
  )) {
    const since = certificate === null ? undefined : revoked.get(certificate.serialNumber);
    const at = provenTime ?? claimedTime;
    if (since !== undefined && (at === null || since <= new Date(at)))
      problems.push(`the certificate of ${fieldName} was revoked ${since.toISOString()}`);
  }
  return checked('revocation', problems, `${lists.length} lists, no signature by a revoked certificate`);
}

/** A revocation list by an authority that was trusted when the list was issued; null if it is none. */
function listOf(
  bytes: Uint8Array,
  authority: readonly ParsedCertificate[],
  anchors: readonly ParsedCertificate[],
) {
  try {
    for (const issuer of authority) {
      const read = readRevocationList(bytes, issuer);
      const rules = { anchors, intermediates: authority, purpose: OID.anyExtendedKeyUsage };
      if (read !== null && certificatePath(issuer, { ...rules, at: read.thisUpdate }) !== null) return read;
    }
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
  }
  return null;
}
