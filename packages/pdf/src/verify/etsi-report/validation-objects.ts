import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import type { CertificateSummary, TimestampSummary, Verification } from '../verification.js';
import { digestUri, mainIndication, PROVEN_BY_VALIDATION, validationObject } from './uris.js';
import { type XmlNode, xml, xmlWith } from './xml-tree.js';

/** Identifiers of objects that other parts of the report refer to. */
export const idOf = Object.freeze({
  certificate: ({ fingerprint }: CertificateSummary): string => `C-${fingerprint}`,
  timestamp: ({ sha256 }: TimestampSummary): string => `T-${sha256}`,
  revocation: (sha256: string): string => `R-${sha256}`,
});

export function reference(name: string, ...ids: readonly string[]): XmlNode {
  return xmlWith(name, { VOReference: ids.join(' ') });
}

/** @param hexadecimal digest value */
export function digest(name: string, algorithm: string, hexadecimal: string): XmlNode {
  return xml(
    name,
    xmlWith('ds:DigestMethod', { Algorithm: digestUri(algorithm) }),
    xml('ds:DigestValue', Buffer.from(hexadecimal, 'hex').toString('base64')),
  );
}

/** A proof of existence; if no object proves one, at the time of the validation. */
export function proofOfExistence(name: string, time: string, by: TimestampSummary | null): XmlNode {
  return xml(
    name,
    xml('POETime', time),
    xml('TypeOfProof', PROVEN_BY_VALIDATION),
    by === null ? null : reference('POEObject', idOf.timestamp(by)),
  );
}

/** The timestamp that proves a time, among all timestamps of the file. */
export function timestampOf({ signatures }: Verification, time: string | null): TimestampSummary | null {
  const all = signatures.flatMap(({ timestamps }) => timestamps);
  return all.find((each) => each.trusted && each.time === time) ?? null;
}

/**
 * All objects used by the validation, each once: certificates of all paths, timestamps, CRLs and OCSP responses. They
 * are given by their digests, since the file itself contains them.
 * @param reports the report of each document timestamp, by the identifier of its token
 */
export function validationObjects(
  verification: Verification,
  now: string,
  reports: ReadonlyMap<string, XmlNode>,
): XmlNode | null {
  const objects = new Map<string, XmlNode>();
  const add = (id: string, kind: string, sha256: string, ...more: readonly (XmlNode | null)[]): void => {
    if (objects.has(id)) return;
    const shown = xml('ValidationObjectRepresentation', digest('DigestAlgAndValue', OID.sha256, sha256));
    objects.set(
      id,
      xmlWith('ValidationObject', { id }, xml('ObjectType', validationObject(kind)), shown, ...more),
    );
  };
  for (const { sha256, kind, provenTime } of verification.validationObjects)
    add(idIn(kind, sha256), kind, sha256, proof(verification, provenTime, now));
  for (const { certificate, chain, timestamps, fieldName } of verification.signatures) {
    for (const each of [...(certificate === null ? [] : [certificate]), ...chain])
      add(idOf.certificate(each), 'certificate', each.fingerprint, proof(verification, null, now));
    for (const stamp of timestamps) {
      const own = stamp.certificate;
      if (own !== null)
        add(idOf.certificate(own), 'certificate', own.fingerprint, proof(verification, null, now));
      const id = idOf.timestamp(stamp);
      const report = reports.get(id) ?? (stamp.trusted ? passed() : null);
      add(
        id,
        'timestamp',
        stamp.sha256,
        proof(verification, null, now),
        provisioning(stamp, fieldName),
        report,
      );
    }
  }
  return objects.size === 0 ? null : xml('SignatureValidationObjects', ...objects.values());
}

function idIn(kind: string, sha256: string): string {
  return kind === 'certificate' ? `C-${sha256}` : idOf.revocation(sha256);
}

function proof(verification: Verification, provenTime: string | null, now: string): XmlNode {
  const by = provenTime === null ? null : timestampOf(verification, provenTime);
  return proofOfExistence('POE', by === null || provenTime === null ? now : provenTime, by);
}

/** Objects whose existence a timestamp proves. */
function provisioning({ time, trusted }: TimestampSummary, fieldName: string): XmlNode | null {
  if (time === null || !trusted) return null;
  return xml(
    'POEProvisioning',
    xml('POETime', time),
    xml('SignatureReference', xml('PAdESFieldName', fieldName)),
  );
}

function passed(): XmlNode {
  const status = xml('SignatureValidationStatus', xml('MainIndication', mainIndication('passed')));
  return xml('ValidationReport', status);
}
