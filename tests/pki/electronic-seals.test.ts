// @module-tag openssl
/**
 * Electronic seals (GB/T 38540). There is no independent judge of whole seals: OpenSSL reads the structure, and
 * sm-crypto-v2 judges the values over the bytes at the offsets that OpenSSL tells; the rest is the structure of the
 * standard, field by field.
 */

import { boolean, DerError, element, objectIdentifier, sequence } from '@cinnabar/pki/asn1/der.js';
import { children, type DerElement, readElement } from '@cinnabar/pki/asn1/der-reader.js';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { certificatesInPem } from '@cinnabar/pki/asn1/pem.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { makeElectronicSeal, SEAL_LIMITS } from '@cinnabar/pki/electronic-seals/electronic-seal.js';
import { readElectronicSeal } from '@cinnabar/pki/electronic-seals/electronic-seal-reader.js';
import { SealVersionError } from '@cinnabar/pki/electronic-seals/seal-fields.js';
import { makeSealSignature, sealSignatureLength } from '@cinnabar/pki/electronic-seals/seal-signature.js';
import { readSealSignature, sealSignatureIn } from '@cinnabar/pki/electronic-seals/seal-signature-reader.js';
import { sealFaults, verifySealSignature } from '@cinnabar/pki/electronic-seals/verify-seal-signature.js';
import { sm2 } from 'sm-crypto-v2';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type SealingOptions,
  type SealingParties,
  sealBy,
  sealContent,
  sealedBy,
  sealingParties,
  sm3,
  thisSecond,
} from '../support/electronic-seals.js';
import { OpensslFolder } from '../support/openssl.js';
import { makeSm2Signer, type Sm2Signer } from '../support/pdf/sm2-signer.js';
import { TestAuthority, tokenOf } from '../support/pdf/test-authority.js';
import { chooseSeed, seededRandom } from '../support/seeded-random.js';

let parties: SealingParties;
let stranger: Sm2Signer;
beforeAll(() => {
  stranger = makeSm2Signer();
  parties = sealingParties();
});

const anchors = () => [parties.signer.root, parties.maker.root, stranger.root].map(parseCertificate);
const data = Buffer.from('contract');
const judged = (signature: Uint8Array, more: Uint8Array = data) =>
  verifySealSignature(signature, { dataHash: sm3(more), anchors: anchors() });
const failedAt = (signature: Uint8Array, more?: Uint8Array): string => {
  const verdict = judged(signature, more);
  return verdict.valid ? 'valid' : verdict.failed;
};

describe('a signature with a seal', () => {
  test('is read as it was written, and valid', async () => {
    const extensions = [
      { id: '1.2.3.4', critical: false, value: Uint8Array.of(5, 0) },
      { id: '1.2.3.5', critical: true, value: Uint8Array.of(5, 0) },
    ];
    const signature = await sealedBy(parties, { seal: { extensions }, sealing: { extensions } });
    const read = readSealSignature(signature);
    const { users, created, validFrom, validUntil, ...content } = sealContent(parties, { extensions });
    expect(read.seal).toMatchObject({
      ...{ vendor: content.vendor, sealId: content.sealId, type: 1, name: content.name },
      ...{ created, validFrom, validUntil, extensions },
    });
    expect(read.seal.users).toEqual(users);
    expect(read.seal.picture).toEqual({
      ...content.picture,
      data: new Uint8Array(content.picture.data),
    });
    expect(read).toMatchObject({ time: parties.now, property: 'contract', extensions, timestamp: null });
    expect(judged(signature)).toMatchObject({ valid: true, timestamp: null });
    expect(sealFaults(read, sm3(data))).toEqual([]);
  });

  test('with digests of certificates in its seal is valid for one of them alone', async () => {
    const listing = (...certificates: readonly Uint8Array[]): SealingOptions => ({
      seal: {
        users: {
          listedBy: 'DIGEST',
          digests: certificates.map((each) => ({ type: 'SM3', digest: sm3(each) })),
        },
      },
    });
    expect(failedAt(await sealedBy(parties, listing(stranger.certificate, parties.signer.certificate)))).toBe(
      'valid',
    );
    expect(failedAt(await sealedBy(parties, listing(stranger.certificate)))).toBe('SIGNER_LISTED');
  });

  test('fits what is reserved for it', async () => {
    const seal = await sealBy(parties);
    const content = { seal, time: parties.now, dataHash: sm3(data), property: 'contract', extensions: [] };
    const reserved = sealSignatureLength(content, parties.signer.certificate);
    const signature = await sealedBy(parties, { sealing: { seal } });
    expect(signature.length).toBeLessThanOrEqual(reserved);
    expect(reserved - signature.length).toBeLessThan(8);
  });

  test('has a timestamp over its value, with a tag or without', async () => {
    const authority = await TestAuthority.make();
    const stamper = await authority.timestamper();
    const trusted = [...anchors(), parseCertificate(authority.root.certificate.certificate)];
    const verdictOf = (bytes: Uint8Array) =>
      verifySealSignature(bytes, { dataHash: sm3(data), anchors: trusted });
    const time = '2026-11-21T00:00:00Z';
    const stamped = await sealedBy(parties, { timestamp: (value) => tokenOf(value, stamper, time) });
    const verdict = verdictOf(stamped);
    expect(verdict.valid && verdict.timestamp?.info.time.toISOString()).toBe('2026-11-21T00:00:00.000Z');
    const untagged = edited(stamped, [4], (found) => children(found)[0]?.bytes ?? null);
    expect(verdictOf(untagged).valid).toBe(true);
    const other = await sealedBy(parties, { timestamp: () => tokenOf(data, stamper, time) });
    expect(verdictOf(other)).toMatchObject({ valid: false, failed: 'TIMESTAMP' });
    expect(failedAt(stamped)).toBe('TIMESTAMP');
  });

  test('may have untagged extensions', async () => {
    const extensions = [{ id: '1.2.3.4', critical: false, value: Uint8Array.of(5, 0) }];
    const signature = await sealedBy(parties, { sealing: { extensions } });
    const untagged = edited(signature, [0, 5], (found) => children(found)[0]?.bytes ?? null);
    expect(readSealSignature(untagged).extensions).toEqual(extensions);
    // The signature covers the tag.
    expect(failedAt(untagged)).toBe('SIGNATURE');
  });
});

describe('other programs', () => {
  test('OpenSSL reads the structure, and sm-crypto-v2 finds both values right over the bytes in it', async () => {
    const signature = await sealedBy(parties);
    const folder = new OpensslFolder();
    try {
      const { ok, text } = folder.run(
        'asn1parse',
        '-inform',
        'DER',
        '-in',
        folder.put('seal.der', signature),
      );
      expect(ok).toBe(true);
      const found = text.split('\n').flatMap((line) => {
        const [, offset, depth, header, length, type] =
          /^\s*(\d+):d=(\d+)\s+hl=(\d+) l=\s*(\d+) (?:cons|prim):\s+(.*?)\s*(?:\[HEX DUMP\])?(?::.*)?$/.exec(
            line,
          ) ?? [];
        if (type === undefined) return [];
        const start = Number(offset);
        const content = start + Number(header);
        const end = content + Number(length);
        return [
          {
            depth: Number(depth),
            type,
            whole: Buffer.from(signature.subarray(start, end)),
            content: Buffer.from(signature.subarray(content, end)),
          },
        ];
      });
      const at = (depth: number, type: string) =>
        found.filter((each) => each.depth === depth && each.type === type);
      const outer = at(1, 'BIT STRING')[0]?.content.subarray(1) ?? Buffer.of();
      const body = at(1, 'SEQUENCE')[0]?.whole ?? Buffer.of();
      expect(valueIsRight(body, outer, parties.signer.certificate)).toBe(true);
      const maker = at(3, 'BIT STRING')[0]?.content.subarray(1) ?? Buffer.of();
      const info = at(3, 'SEQUENCE')[0]?.whole ?? Buffer.of();
      expect(valueIsRight(info, maker, parties.maker.certificate)).toBe(true);
      expect(at(2, 'BIT STRING')[0]?.content.subarray(1)).toEqual(sm3(data));
      expect(at(1, 'OCTET STRING')[0]?.content).toEqual(Buffer.from(parties.signer.certificate));
      expect(at(1, 'OBJECT')).toHaveLength(1);
    } finally {
      folder.remove();
    }
  });

  test('a value of OpenSSL is right for the verifier and for sm-crypto-v2', async () => {
    const folder = new OpensslFolder();
    const run = (...args: readonly string[]) => {
      const { ok, text } = folder.run(...args);
      if (!ok) throw new Error(text);
    };
    try {
      run('ecparam', '-name', 'SM2', '-genkey', '-noout', '-out', 'own.key');
      const issue = ['req', '-x509', '-new', '-key', 'own.key', '-subj', '/CN=Own', '-days', '30'];
      const identity = 'distid:1234567812345678';
      run(...issue, '-sm3', '-sigopt', identity, '-addext', 'keyUsage=digitalSignature', '-out', 'own.pem');
      const pem = folder.run('x509', '-in', 'own.pem').stdout.toString('latin1');
      const [certificate] = certificatesInPem(pem);
      if (certificate === undefined) throw new Error('no certificate');
      const values: Uint8Array[][] = [];
      const by = {
        certificate: certificate.bytes,
        sign: async (toBeSigned: Uint8Array) => {
          const sign = ['pkeyutl', '-sign', '-inkey', 'own.key', '-rawin', '-digest', 'sm3'];
          const { stdout } = folder.run(...sign, '-pkeyopt', identity, '-in', folder.put('in', toBeSigned));
          values.push([toBeSigned, stdout]);
          return new Uint8Array(stdout);
        },
      };
      const users = { listedBy: 'CERTIFICATE', certificates: [certificate.bytes] } as const;
      const created = thisSecond();
      const seal = await makeElectronicSeal(sealContent(parties, { users, created }), by);
      const content = { seal, time: created, dataHash: sm3(data), property: '', extensions: [] };
      const signature = await makeSealSignature(content, by);
      const verdict = verifySealSignature(signature, { dataHash: sm3(data), anchors: [certificate] });
      expect(verdict.valid).toBe(true);
      expect(values.map(([signed, value]) => valueIsRight(signed, value, certificate.bytes))).toEqual([
        true,
        true,
      ]);
    } finally {
      folder.remove();
    }
  });
});

describe('is not valid', () => {
  const later = (days: number) => new Date(parties.now.getTime() + days * 86_400_000);
  test.each<[string, string, () => SealingOptions]>([
    ['with another digest', 'DATA_HASH', () => ({ data: Buffer.from('another contract') })],
    ['by a signer whom the seal does not list', 'SIGNER_LISTED', () => ({ by: stranger })],
    ['with the certificate of somebody else', 'SIGNATURE', () => ({ certificate: stranger.certificate })],
    ['signed with another identity', 'SIGNATURE', () => ({ identity: 'ALICE123@YAHOO.COM' })],
    ['with a seal made with another identity', 'SEAL_SIGNATURE', () => ({ makerIdentity: '' })],
    ['after the end of the seal', 'SEAL_VALIDITY', () => ({ sealing: { time: later(301) } })],
    ['before the beginning of the seal', 'SEAL_VALIDITY', () => ({ seal: { validFrom: later(1) } })],
    ['after the end of the certificate', 'SIGNER_CERTIFICATE', () => ({ sealing: { time: later(400) } })],
    [
      'with a seal made after the end of its maker',
      'MAKER_CERTIFICATE',
      () => ({ seal: { created: later(400) } }),
    ],
  ])('%s', async (_, failed, options) => {
    expect(failedAt(await sealedBy(parties, options()))).toBe(failed);
  });

  test('with a picture, a name or a certificate of the list that was exchanged, whoever signs again', async () => {
    const seal = await sealBy(parties);
    for (const path of [
      [0, 3, 1],
      [0, 2, 1],
      [0, 1],
    ]) {
      const tampered = edited(seal, path, ({ tag, content }) => {
        const other = Buffer.from(content);
        other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;
        return element(tag, other);
      });
      expect(failedAt(await sealedBy(parties, { sealing: { seal: tampered } }))).toBe('SEAL_SIGNATURE');
    }
    const listed = edited(seal, [0, 2, 3, 0], ({ tag }) => element(tag, stranger.certificate));
    const swapped = await sealedBy(parties, { sealing: { seal: listed }, by: stranger });
    expect(failedAt(swapped)).toBe('SEAL_SIGNATURE');
    const [fault] = sealFaults(readSealSignature(swapped), sm3(data));
    expect(fault).toEqual({ check: 'SEAL_SIGNATURE', value: 'WRONG' });
  });

  test('with an untrusted signer or maker', async () => {
    const signature = await sealedBy(parties);
    const by = (root: Uint8Array) => ({ dataHash: sm3(data), anchors: [parseCertificate(root)] });
    expect(verifySealSignature(signature, by(parties.maker.root))).toMatchObject({
      failed: 'SIGNER_CERTIFICATE',
    });
    expect(verifySealSignature(signature, by(parties.signer.root))).toMatchObject({
      failed: 'MAKER_CERTIFICATE',
    });
  });

  test('with another algorithm than SM2', async () => {
    const ecdsa = objectIdentifier(OID.ecdsaWithSha256);
    const signature = await sealedBy(parties);
    expect(failedAt(edited(signature, [2], () => ecdsa))).toBe('SIGNATURE');
    const seal = edited(await sealBy(parties), [2], () => ecdsa);
    expect(failedAt(await sealedBy(parties, { sealing: { seal } }))).toBe('SEAL_SIGNATURE');
  });
});

describe('malformed', () => {
  /** Fields by their place: everything but the content of certificates. */
  const fields: Readonly<Record<string, readonly number[]>> = {
    toSign: [0],
    version: [0, 0],
    eseal: [0, 1],
    eSealInfo: [0, 1, 0],
    header: [0, 1, 0, 0],
    'header.ID': [0, 1, 0, 0, 0],
    'header.version': [0, 1, 0, 0, 1],
    'header.Vid': [0, 1, 0, 0, 2],
    esID: [0, 1, 0, 1],
    property: [0, 1, 0, 2],
    'property.type': [0, 1, 0, 2, 0],
    'property.name': [0, 1, 0, 2, 1],
    'property.certListType': [0, 1, 0, 2, 2],
    'property.certList': [0, 1, 0, 2, 3],
    'property.certList.0': [0, 1, 0, 2, 3, 0],
    'property.createDate': [0, 1, 0, 2, 4],
    'property.validStart': [0, 1, 0, 2, 5],
    'property.validEnd': [0, 1, 0, 2, 6],
    picture: [0, 1, 0, 3],
    'picture.type': [0, 1, 0, 3, 0],
    'picture.data': [0, 1, 0, 3, 1],
    'picture.width': [0, 1, 0, 3, 2],
    'picture.height': [0, 1, 0, 3, 3],
    'eseal.cert': [0, 1, 1],
    'eseal.signAlgID': [0, 1, 2],
    'eseal.signedValue': [0, 1, 3],
    timeInfo: [0, 2],
    dataHash: [0, 3],
    propertyInfo: [0, 4],
    cert: [1],
    signatureAlgID: [2],
    signature: [3],
  };
  const outcome = (bytes: Uint8Array): string => {
    const verdict = judged(bytes);
    if (verdict.valid || verdict.failed !== 'STRUCTURE') return `${!verdict.valid && verdict.failed}`;
    expect(() => readSealSignature(bytes)).toThrow(DerError);
    return 'STRUCTURE';
  };

  test.each(Object.entries(fields))('%s: missing, with another tag, twice, or empty', async (name, path) => {
    const signature = await sealedBy(parties);
    expect(outcome(edited(signature, path, () => null))).toBe('STRUCTURE');
    expect(outcome(edited(signature, path, ({ content }) => element(0x05, content)))).toBe('STRUCTURE');
    const twice = edited(signature, path, ({ bytes }) => Buffer.concat([bytes, bytes]));
    // A second value stands where an untagged timestamp may; a list may have two certificates.
    const expected = { signature: 'TIMESTAMP', 'property.certList.0': 'SIGNATURE' }[name] ?? 'STRUCTURE';
    expect(outcome(twice)).toBe(expected);
    const mayBeEmpty = ['header.Vid', 'esID', 'picture.type', 'propertyInfo'].includes(name);
    if (!mayBeEmpty) expect(outcome(edited(signature, path, ({ tag }) => element(tag)))).toBe('STRUCTURE');
  });

  test.each<[string, readonly number[], Uint8Array]>([
    ['a padded number', [0, 1, 0, 2, 0], Uint8Array.of(2, 2, 0, 1)],
    ['a negative width', [0, 1, 0, 3, 2], Uint8Array.of(2, 1, 0xff)],
    ['a picture without height', [0, 1, 0, 3, 3], Uint8Array.of(2, 1, 0)],
    ['a list of an unknown type', [0, 1, 0, 2, 2], Uint8Array.of(2, 1, 3)],
    ['a list of the other type', [0, 1, 0, 2, 2], Uint8Array.of(2, 1, 2)],
    ['a name that is not UTF-8', [0, 1, 0, 2, 1], Uint8Array.of(0x0c, 2, 0xc3, 0x28)],
    ['a local time', [0, 2], element(0x18, Buffer.from('20261128120000+0800'))],
    ['a time of two digits', [0, 2], element(0x17, Buffer.from('261128120000Z'))],
    ['the 30th of February', [0, 2], element(0x18, Buffer.from('20260230120000Z'))],
    ['a digest of another length', [0, 3], element(3, new Uint8Array(21))],
    ['a digest with unused bits', [0, 3], element(3, Uint8Array.of(1), new Uint8Array(32))],
    ['a mark of something else', [0, 1, 0, 0, 0], element(0x16, Buffer.from('EX'))],
    ['letters that the type does not have', [0, 4], element(0x16, Buffer.from('合同'))],
    ['a text too long', [0, 4], element(0x16, Buffer.alloc(SEAL_LIMITS.text + 1, 'a'))],
    ['a picture too large', [0, 1, 0, 3, 1], element(4, new Uint8Array(SEAL_LIMITS.pictureBytes + 1))],
    ['a validity that ends before it begins', [0, 1, 0, 2, 6], element(0x18, Buffer.from('20200101000000Z'))],
  ])('%s', async (_, path, instead) => {
    expect(outcome(edited(await sealedBy(parties), path, () => instead))).toBe('STRUCTURE');
  });

  test('extensions with a default that is encoded, or twice the same', async () => {
    const extension = sequence(objectIdentifier('1.2.3'), element(4, Uint8Array.of(1)));
    const withDefault = sequence(objectIdentifier('1.2.3'), boolean(false), element(4, Uint8Array.of(1)));
    for (const all of [sequence(withDefault), sequence(extension, extension), sequence()]) {
      const signature = edited(await sealedBy(parties), [0, 4], ({ bytes }) => Buffer.concat([bytes, all]));
      expect(outcome(signature)).toBe('STRUCTURE');
    }
  });

  test('other versions are told apart', async () => {
    for (const path of [
      [0, 0],
      [0, 1, 0, 0, 1],
    ]) {
      for (const version of [2, 3, 5]) {
        const other = edited(await sealedBy(parties), path, () => Uint8Array.of(2, 1, version));
        expect(judged(other)).toEqual({ valid: false, failed: 'VERSION', version: BigInt(version) });
        expect(() => readSealSignature(other)).toThrow(SealVersionError);
        const found = sealSignatureIn(Buffer.concat([other, Buffer.alloc(9)]));
        expect(Buffer.from(found ?? [])).toEqual(Buffer.from(other));
      }
    }
  });

  test('truncated anywhere, or with bytes behind', async () => {
    const signature = await sealedBy(parties);
    for (let length = 0; length < signature.length; length += 37)
      expect(outcome(signature.subarray(0, length))).toBe('STRUCTURE');
    expect(outcome(Buffer.concat([signature, Buffer.of(0)]))).toBe('STRUCTURE');
    const seal = await sealBy(parties);
    expect(() => readElectronicSeal(Buffer.concat([seal, Buffer.of(0)]))).toThrow(DerError);
    expect(sealSignatureIn(seal)).toBeNull();
    expect(sealSignatureIn(Buffer.alloc(40))).toBeNull();
  });

  test('with any bytes flipped it is never valid, and reading throws nothing but DerError', async () => {
    const seed = chooseSeed();
    const random = seededRandom(seed);
    const signature = await sealedBy(parties);
    for (let round = 0; round < 800; round += 1) {
      const flipped = Buffer.from(signature);
      const flips = 1 + Math.floor(random() * 3);
      for (let flip = 0; flip < flips; flip += 1) {
        const at = Math.floor(random() * flipped.length);
        flipped[at] = (flipped[at] ?? 0) ^ (1 + Math.floor(random() * 255));
      }
      if (flipped.equals(signature)) continue;
      expect(judged(flipped).valid, `FAULT_SEED=${seed}, round ${round}`).toBe(false);
    }
  });

  test('content beyond the limits is not written', async () => {
    const large = { type: 'png', data: new Uint8Array(SEAL_LIMITS.pictureBytes + 1), width: 42, height: 42 };
    await expect(sealBy(parties, { seal: { picture: large } })).rejects.toThrow(DerError);
    await expect(sealBy(parties, { seal: { name: '' } })).rejects.toThrow(DerError);
    await expect(sealBy(parties, { seal: { sealId: '编号' } })).rejects.toThrow(DerError);
    await expect(sealedBy(parties, { sealing: { dataHash: Buffer.alloc(20) } })).rejects.toThrow(DerError);
  });
});

/** The structure with one element replaced; null removes it. */
function edited(
  bytes: Uint8Array,
  path: readonly number[],
  change: (found: DerElement) => Uint8Array | null,
): Uint8Array {
  const [index, ...rest] = path;
  const found = readElement(bytes);
  if (index === undefined) return change(found) ?? Buffer.of();
  const parts = children(found).map((child, place) =>
    place === index ? edited(child.bytes, rest, change) : child.bytes,
  );
  return element(found.tag, ...parts);
}

function valueIsRight(
  signed: Uint8Array | undefined,
  value: Uint8Array | undefined,
  certificate: Uint8Array,
): boolean {
  const point = Buffer.from(parseCertificate(certificate).publicKeyInfo).subarray(-65).toString('hex');
  const hex = Buffer.from(value ?? []).toString('hex');
  const options = { der: true, hash: true, userId: '1234567812345678' };
  return sm2.doVerifySignature(new Uint8Array(signed ?? []), hex, point, options);
}
