/** A person's certificate for one act from another authority. */
import { setTimeout as pause } from 'node:timers/promises';
import { certificationRequest } from '@cinnabar/pki/certificates/certification-request.js';
import { parseCertificate, serialNumberText } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { ephemeralKey } from '../../custody/ephemeral-key.js';
import type { KeyAlgorithm } from '../../custody/key-store.js';
import type { Db } from '../../database/schema.js';
import { signatureAlgorithmOf } from '../authority-certificates.js';
import type { Signer } from '../signer.js';
import { checkChain, namesPerson } from './check-chain.js';
import { ExternalCertificateError } from './external-problem.js';
import { readChain } from './read-chain.js';
import { addExternalRoot, externalRoots } from './store.js';

/** How persons are certified by another authority. */
export interface PersonCertifier {
  /**
   * The certificate for a request (PKCS #10, DER) and those above it, as files in PEM, DER or PKCS #7.
   * @throws what is neither a certificate nor a problem of one
   */
  certify(order: PersonOrder): Promise<readonly Uint8Array[]>;
  /** Trusted roots, DER. */
  readonly roots: readonly Uint8Array[];
}

export interface PersonOrder {
  readonly request: Uint8Array;
  /** The verified name, and a pseudonym. */
  readonly subject: { readonly name: string; readonly code: string };
}

interface WantedSigner {
  readonly name: string;
  readonly pseudonym: string;
  /** DER of the Name. */
  readonly subject: Uint8Array;
  readonly algorithm: KeyAlgorithm;
  readonly now: Date;
}

/** Certificates are valid from a whole second, and clocks differ by a little. */
const MAX_WAIT_MS = 2_000;

/**
 * A key for one act, and its certificate by another authority. Not for use inside a transaction.
 * @throws ExternalCertificateError if what was issued cannot be used
 */
export async function externalPersonSigner(
  { db, certifier }: { readonly db: Db; readonly certifier: PersonCertifier },
  { name, pseudonym, subject, algorithm, now }: WantedSigner,
): Promise<Signer> {
  const began = performance.now();
  const key = await ephemeralKey(algorithm);
  try {
    const request = await certificationRequest({
      ...{ subject, publicKey: key.publicKey, algorithm: signatureAlgorithmOf(algorithm) },
      sign: key.sign,
    });
    const files = await certifier.certify({ request, subject: { name, code: pseudonym } });
    const given = files.flatMap((file) => readChain(file));
    const anchors = [...certifier.roots, ...(await externalRoots(db))].map((each) => parseCertificate(each));
    const present = (): Date => new Date(now.getTime() + performance.now() - began);
    const validFrom = new Date(Math.max(...given.map(({ notBefore }) => notBefore.getTime())));
    const early = validFrom.getTime() - present().getTime();
    if (early > 0 && early <= MAX_WAIT_MS) await pause(early);
    const { certificate, chain } = checkChain(given, { publicKey: key.publicKey, anchors, now: present() });
    if (!namesPerson(certificate, name)) {
      throw new ExternalCertificateError('OTHER_NAME', {
        zh: '证书的主体不是该签署人',
        en: 'the certificate does not name the signer',
      });
    }
    const root = chain.at(-1);
    // Contracts outlive the settings.
    if (root !== undefined) await addExternalRoot(db, root.bytes, now);
    return {
      certificate: {
        certificate: certificate.bytes,
        chain: chain.map(({ bytes }) => bytes),
        algorithm: signatureAlgorithmOf(algorithm),
      },
      serialNumber: serialNumberText(certificate.serialNumber),
      validFrom,
      sign: key.sign,
      release: key.forget,
    };
  } catch (error) {
    key.forget();
    throw error;
  }
}
