import type { SignerAlgorithm } from '../../authority/certificate-authority.js';
import { type CertificateRecord, newestForSigner } from '../../authority/certificate-store.js';
import { isExternal } from '../../authority/external/external-certificates.js';
import type { Db } from '../../database/schema.js';
import { type Corp, suiteAlgorithms } from '../enterprise/index.js';

/** With what an enterprise signs; null: a certificate is issued with the next signature. */
export interface CertificatesInUse {
  readonly shown: CertificateRecord | null;
  /** Of the signatures that are made beside. */
  readonly beside: CertificateRecord | null;
}

export async function certificatesInUse(
  db: Db,
  corp: Pick<Corp, 'corpId' | 'settings'>,
  ofPlatform: SignerAlgorithm,
): Promise<CertificatesInUse> {
  const { shown, beside } = suiteAlgorithms(corp, ofPlatform);
  const inUse = async (algorithm: SignerAlgorithm): Promise<CertificateRecord | null> => {
    const newest = (await newestForSigner(db, corp.corpId, algorithm)) ?? null;
    return newest === null || newest.source === 'built-in' || isExternal(newest) ? newest : null;
  };
  return { shown: await inUse(shown), beside: beside === null ? null : await inUse(beside) };
}
