/**
 * Electronic seals, SESeal of version 4 (GB/T 38540-2020, 6; the structure of GM/T 0031): a picture with a name, the
 * certificates of those who may use it, and the signature of the maker over all of that.
 */
import {
  bitString,
  boolean,
  DerError,
  generalizedTime,
  ia5String,
  integer,
  objectIdentifier,
  octetString,
  printableString,
  sequence,
  utf8String,
} from '../asn1/der.js';
import { OID } from '../asn1/object-identifiers.js';

/** The only version that is written and read; others have other structures. */
export const SEAL_VERSION = 4;
/** SES_Header.ID. */
export const SEAL_MARK = 'ES';
/** SES_ESPropertyInfo.certListType. */
export const CERT_LIST = Object.freeze({ certificates: 1, digests: 2 });

/** Limits of what is read and written; the standard has none. */
export const SEAL_LIMITS = Object.freeze({
  bytes: 2 * 1024 * 1024,
  pictureBytes: 1024 * 1024,
  /** Millimetres. */
  pictureSide: 1000,
  /** Characters of identifiers, names and other texts. */
  text: 512,
  signers: 64,
  extensions: 32,
});

/** Who may use a seal: certificates, DER, or their digests. What the text before a digest means is up to the maker. */
export type SealUsers =
  | { readonly listedBy: 'CERTIFICATE'; readonly certificates: readonly Uint8Array[] }
  | {
      readonly listedBy: 'DIGEST';
      readonly digests: readonly { readonly type: string; readonly digest: Uint8Array }[];
    };

export interface SealPicture {
  /** `png`, `gif`, `bmp`, `jpg`, `ofd`; that of others is not judged. */
  readonly type: string;
  readonly data: Uint8Array;
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
}

/** ExtData. */
export interface SealExtension {
  readonly id: string;
  readonly critical: boolean;
  readonly value: Uint8Array;
}

/** SES_SealInfo without its constants. */
export interface SealContent {
  /** SES_Header.Vid. */
  readonly vendor: string;
  /** SES_SealInfo.esID. */
  readonly sealId: string;
  /** SES_ESPropertyInfo.type, a number of the maker's own table. */
  readonly type: number;
  readonly name: string;
  readonly users: SealUsers;
  readonly created: Date;
  readonly validFrom: Date;
  readonly validUntil: Date;
  readonly picture: SealPicture;
  readonly extensions: readonly SealExtension[];
}

/** The maker of seals, or one who signs with a seal: a certificate of an SM2 key, DER, and what the key does. */
export interface SealSigner {
  readonly certificate: Uint8Array;
  /** The SM2 signature over SM3 of exactly these bytes, with the identity of GM/T 0009; DER SEQUENCE of r and s. */
  readonly sign: (toBeSigned: Uint8Array) => Promise<Uint8Array>;
}

/**
 * SES_SealInfo, DER: what the maker signs. In version 4 the signature covers this alone, in earlier ones the maker's
 * certificate and algorithm as well.
 * @throws DerError OUT_OF_RANGE for content beyond the limits, or that has no encoding
 */
function toBeSignedSeal(content: SealContent): Uint8Array {
  const { picture, users } = content;
  requireLimits(content);
  const header = sequence(ia5String(SEAL_MARK), integer(SEAL_VERSION), ia5String(content.vendor));
  const listed =
    users.listedBy === 'CERTIFICATE'
      ? users.certificates.map(octetString)
      : users.digests.map(({ type, digest }) => sequence(printableString(type), octetString(digest)));
  const property = sequence(
    integer(content.type),
    utf8String(content.name),
    integer(users.listedBy === 'CERTIFICATE' ? CERT_LIST.certificates : CERT_LIST.digests),
    sequence(...listed),
    generalizedTime(content.created),
    generalizedTime(content.validFrom),
    generalizedTime(content.validUntil),
  );
  const face = sequence(
    ia5String(picture.type),
    octetString(picture.data),
    integer(picture.width),
    integer(picture.height),
  );
  return sequence(header, ia5String(content.sealId), property, face, ...extensionDatas(content.extensions));
}

/** ExtensionDatas, or nothing without extensions; the default of `critical` is not encoded (X.690, 11.5). */
export function extensionDatas(extensions: readonly SealExtension[]): readonly Uint8Array[] {
  if (extensions.length === 0) return [];
  return [
    sequence(
      ...extensions.map(({ id, critical, value }) =>
        sequence(objectIdentifier(id), ...(critical ? [boolean(true)] : []), octetString(value)),
      ),
    ),
  ];
}

/**
 * A seal, signed by its maker: SESeal, DER.
 * @throws DerError OUT_OF_RANGE for content beyond the limits, or that has no encoding
 * @example
 * ```ts
 * import { makeElectronicSeal, type SealContent, type SealSigner } from '@cinnabar/pki';
 *
 * const sealOf = (content: SealContent, maker: SealSigner): Promise<Uint8Array> => makeElectronicSeal(content, maker);
 * ```
 */
export async function makeElectronicSeal(content: SealContent, maker: SealSigner): Promise<Uint8Array> {
  const info = toBeSignedSeal(content);
  const value = await maker.sign(info);
  return sequence(info, octetString(maker.certificate), objectIdentifier(OID.sm2WithSm3), bitString(value));
}

function requireLimits({ picture, users, name, validFrom, validUntil, extensions }: SealContent): void {
  const listed = users.listedBy === 'CERTIFICATE' ? users.certificates : users.digests;
  const sides = [picture.width, picture.height];
  const problem =
    (picture.data.length === 0 || picture.data.length > SEAL_LIMITS.pictureBytes ? 'picture' : null) ??
    (sides.some((side) => side < 1 || side > SEAL_LIMITS.pictureSide) ? 'size of the picture' : null) ??
    (listed.length === 0 || listed.length > SEAL_LIMITS.signers ? 'certificates' : null) ??
    (name === '' || name.length > SEAL_LIMITS.text ? 'name' : null) ??
    (extensions.length > SEAL_LIMITS.extensions ? 'extensions' : null) ??
    (validFrom > validUntil ? 'validity' : null);
  if (problem !== null) throw new DerError('OUT_OF_RANGE', `a seal with an unusable ${problem}`);
}
