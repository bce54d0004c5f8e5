/**
 * Moving keys to another store: the next generation of each certificate whose key is not where the settings want it.
 * Nothing waits for it: processes sign with the earlier generation until they learn of the next, and its key stays until
 * its certificate has ended.
 */
import type { KeyUse } from '../custody/key-store.js';
import type { KeyPlace } from '../custody/outside-key-store.js';
import type { Db } from '../database/schema.js';
import type { CertificateAuthority } from './certificate-authority.js';
import type { CertificateRecord } from './certificate-store.js';
import { newestPlaced, type PlacedCertificate } from './stored-keys.js';

interface Parts {
  readonly db: Db;
  readonly authority: CertificateAuthority;
  /** Where the settings want keys of this use. */
  readonly place: KeyPlace;
  readonly now: Date;
}

interface Move {
  readonly use: KeyUse;
  /** One enterprise; null: all of them. */
  readonly corpId: number | null;
}

/** The certificates that get another generation. Of the authority, root and issuing certificate in this order. */
export async function keysToMove(parts: Parts, { use, corpId }: Move): Promise<readonly CertificateRecord[]> {
  const { db, now } = parts;
  const all = await newestPlaced(db, use, now, corpId);
  const isMisplaced = ({ place }: PlacedCertificate) => place !== parts.place;
  if (use !== 'authority') return all.filter(isMisplaced).map(({ record }) => record);
  const algorithms = new Set(all.map(({ record }) => record.algorithm));
  return [...algorithms].flatMap((algorithm) =>
    ofAuthority(
      all.filter(({ record }) => record.algorithm === algorithm),
      isMisplaced,
    ),
  );
}

function ofAuthority(
  all: readonly PlacedCertificate[],
  isMisplaced: (certificate: PlacedCertificate) => boolean,
): readonly CertificateRecord[] {
  const root = all.find(({ record }) => record.purpose === 'root');
  const issuing = all.find(({ record }) => record.purpose === 'issuing');
  const movesRoot = root !== undefined && isMisplaced(root);
  // An issuing certificate belongs to its root: that of an earlier one is replaced too.
  const movesIssuing =
    issuing !== undefined &&
    (movesRoot || isMisplaced(issuing) || issuing.record.issuer_generation !== root?.record.generation);
  return [...(movesRoot ? [root.record] : []), ...(movesIssuing ? [issuing.record] : [])];
}

/**
 * Makes the next generation of one certificate. Where another process has made it meanwhile, that one counts.
 * Can be repeated after it was interrupted: what is done is not done again.
 * @throws CustodyError KEY_STORE_UNAVAILABLE, KEY_STORE_REFUSED, KEY_STORE_MISSING
 */
export async function moveKey({ authority, now }: Parts, record: CertificateRecord): Promise<void> {
  switch (record.purpose) {
    case 'root':
    case 'issuing':
      return authority.certificatesWith(record.algorithm)?.succeed(record.purpose, record.generation, now);
    case 'enterprise':
      return authority.succeed(record, now);
    case 'timestamp':
    case 'ocsp':
    case 'evidence':
      return authority.services.succeed(record.purpose, record, now);
    case 'seal-maker':
      return authority.sealMakers.succeed(record.purpose, record, now);
  }
}
