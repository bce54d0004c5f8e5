import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import {
  type Imported,
  type InTransaction,
  importCertificate,
} from '../../authority/external/external-certificates.js';
import { readChain } from '../../authority/external/read-chain.js';
import { externalRoots } from '../../authority/external/store.js';
import type { Db } from '../../database/schema.js';
import type { Corp } from '../enterprise/index.js';

interface Issued {
  readonly corp: Corp;
  /** The certificate and those above it, in no order: PEM, DER or PKCS #7. */
  readonly files: readonly Uint8Array[];
  /** Roots that are trusted for this, as files. Only the operator of the platform names any: everybody trusts them afterwards. */
  readonly roots?: readonly Uint8Array[];
  /** Accept a certificate that names somebody else. */
  readonly acceptName?: boolean;
  readonly now: Date;
}

/**
 * Takes what another authority issued for the pending request into use: for commands, the interface, and the service
 * itself.
 * @param trusted roots of the settings, DER
 * @throws ExternalCertificateError; nothing was changed
 */
export async function takeIntoUse<Answer>(
  { db, trusted }: { readonly db: Db; readonly trusted: readonly Uint8Array[] },
  { corp, files, roots = [], acceptName = false, now }: Issued,
  inTransaction: InTransaction<Imported, Answer>,
): Promise<Answer> {
  const certificates = files.flatMap((file) => readChain(file));
  const named = roots.flatMap((file) => readChain(file));
  const known = [...trusted, ...(await externalRoots(db))].map((each) => parseCertificate(each));
  const given = { corp, certificates, anchors: [...named, ...known], acceptName, now };
  return inTransaction((tx) => importCertificate(tx, given));
}
