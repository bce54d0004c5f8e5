import type { SignatureVerification, TimestampSummary, Verification } from '../verification.js';
import { idOf, reference } from './validation-objects.js';
import { type XmlNode, xml, xmlWith } from './xml-tree.js';

/** Attributes of a signature and the data stored for it in the file (ETSI TS 119 102-2, annex A). */
export function signatureAttributes(
  signature: SignatureVerification,
  { signatures, validationObjects }: Verification,
): XmlNode | null {
  const { claimedTime, reason, location, subFilter, byteRange, value, timestamps, kind } = signature;
  const later = signatures.filter((each) => each.kind === 'timestamp' && each.revision > signature.revision);
  const lists = new Map<string, string[]>();
  for (const object of validationObjects) {
    const [list, id] =
      object.kind === 'certificate'
        ? ['Certs', `C-${object.sha256}`]
        : [object.kind === 'CRL' ? 'CRLs' : 'OCSPs', idOf.revocation(object.sha256)];
    lists.set(list, [...(lists.get(list) ?? []), id]);
  }
  const store = ['Certs', 'CRLs', 'OCSPs'].flatMap((list) => {
    const ids = lists.get(list) ?? [];
    return ids.length === 0 ? [] : [reference(list, ...ids)];
  });
  const digest = value?.messageDigest ?? null;
  const attributes: readonly (XmlNode | null)[] = [
    claimedTime === null ? null : signed('SigningTime', xml('Time', claimedTime)),
    location === null ? null : signed('SignatureProductionPlace', xml('AddressString', location)),
    ...(kind === 'signature' ? timestamps.map((stamp) => stamped('SignatureTimeStamp', stamp)) : []),
    digest === null
      ? null
      : signed('MessageDigest', xml('Digest', Buffer.from(digest, 'hex').toString('base64'))),
    store.length === 0 ? null : xml('DSS', ...store),
    ...later.flatMap((each) => each.timestamps.map((stamp) => stamped('DocTimeStamp', stamp))),
    reason === null ? null : signed('Reason', xml('ReasonElement', reason)),
    subFilter === '' ? null : signed('SubFilter', xml('SubFilterElement', subFilter)),
    byteRange.length === 0 ? null : xml('ByteRange', byteRange.join(' ')),
  ];
  return attributes.every((each) => each === null) ? null : xml('SignatureAttributes', ...attributes);
}

/** Marks an attribute as signed: the byte range covers the entries of the signature dictionary. */
function signed(name: string, child: XmlNode): XmlNode {
  return xmlWith(name, { Signed: 'true' }, child);
}

function stamped(name: string, stamp: TimestampSummary): XmlNode | null {
  if (stamp.time === null) return null;
  return xml(name, reference('AttributeObject', idOf.timestamp(stamp)), xml('TimeStampValue', stamp.time));
}
