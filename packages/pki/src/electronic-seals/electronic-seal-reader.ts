import { DerError, TAG } from '../asn1/der.js';
import { type DerElement, expectTag, readElement } from '../asn1/der-reader.js';
import {
  CERT_LIST,
  SEAL_LIMITS,
  SEAL_MARK,
  type SealContent,
  type SealPicture,
  type SealUsers,
} from './electronic-seal.js';
import {
  asciiText,
  bitsWithin,
  extensionsOf,
  fieldsOf,
  identifierOf,
  octetsOf,
  requireVersion,
  smallInteger,
  timeOf,
  utf8Text,
} from './seal-fields.js';

/** A value of SM2 has at most 72 octets; that of another algorithm is told apart by its identifier. */
export const LONGEST_VALUE = 1024;
const LARGEST_TYPE = 0xffff;

export interface ElectronicSeal extends SealContent {
  /** The whole seal, DER. */
  readonly bytes: Uint8Array;
  /** SES_SealInfo, DER: what the maker has signed. */
  readonly toBeSigned: Uint8Array;
  /** DER. */
  readonly makerCertificate: Uint8Array;
  /** Object identifier. */
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
}

/**
 * Reads exactly one seal of version 4, SESeal, and judges nothing.
 * @throws DerError; of it SealVersionError for a seal of another version
 */
export function readElectronicSeal(bytes: Uint8Array): ElectronicSeal {
  if (bytes.length > SEAL_LIMITS.bytes) throw new DerError('OUT_OF_RANGE', 'a seal too large');
  return sealIn(readElement(bytes));
}

/** @throws DerError */
export function sealIn(found: DerElement | undefined): ElectronicSeal {
  const [info, ...outside] = fieldsOf(found, 4);
  const [header, id, property, picture, extensions] = fieldsOf(info, 4, 5);
  const [mark, version, vendor] = fieldsOf(header, 3);
  if (asciiText(mark, TAG.ia5String) !== SEAL_MARK)
    throw new DerError('OUT_OF_RANGE', 'not marked as a seal');
  requireVersion(version);
  const [certificate, algorithm, value] = outside;
  return {
    bytes: expectTag(found, TAG.sequence).bytes,
    toBeSigned: expectTag(info, TAG.sequence).bytes,
    vendor: asciiText(vendor, TAG.ia5String),
    sealId: asciiText(id, TAG.ia5String),
    ...propertyIn(property),
    picture: pictureIn(picture),
    extensions: extensionsOf(extensions),
    makerCertificate: octetsOf(certificate),
    signatureAlgorithm: identifierOf(algorithm),
    signature: bitsWithin(value, LONGEST_VALUE),
  };
}

function propertyIn(
  found: DerElement | undefined,
): Pick<SealContent, 'type' | 'name' | 'users' | 'created' | 'validFrom' | 'validUntil'> {
  const [type, name, listType, list, created, start, end] = fieldsOf(found, 7);
  const [validFrom, validUntil] = [timeOf(start), timeOf(end)];
  if (validFrom > validUntil) throw new DerError('OUT_OF_RANGE', 'a validity that ends before it begins');
  return {
    type: smallInteger(type, LARGEST_TYPE),
    name: utf8Text(name),
    users: usersIn(list, smallInteger(listType, LARGEST_TYPE)),
    created: timeOf(created),
    validFrom,
    validUntil,
  };
}

/** The list has no tag of its own: the number before it decides what it contains. */
function usersIn(found: DerElement | undefined, listType: number): SealUsers {
  const listed = fieldsOf(found, 1, SEAL_LIMITS.signers);
  switch (listType) {
    case CERT_LIST.certificates:
      return { listedBy: 'CERTIFICATE', certificates: listed.map((each) => octetsOf(each)) };
    case CERT_LIST.digests:
      return {
        listedBy: 'DIGEST',
        digests: listed.map((each) => {
          const [type, digest] = fieldsOf(each, 2);
          return { type: asciiText(type, TAG.printableString), digest: octetsOf(digest) };
        }),
      };
    default:
      throw new DerError('OUT_OF_RANGE', `a list of certificates of the type ${listType}`);
  }
}

function pictureIn(found: DerElement | undefined): SealPicture {
  const [type, data, width, height] = fieldsOf(found, 4);
  const picture = {
    type: asciiText(type, TAG.ia5String),
    data: octetsOf(data, SEAL_LIMITS.pictureBytes),
    width: smallInteger(width, SEAL_LIMITS.pictureSide),
    height: smallInteger(height, SEAL_LIMITS.pictureSide),
  };
  if (picture.width === 0 || picture.height === 0)
    throw new DerError('OUT_OF_RANGE', 'a picture without size');
  return picture;
}
