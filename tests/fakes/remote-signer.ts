/**
 * A signing service with the API of the Cloud Signature Consortium, and the two requests that create and delete a
 * credential. As strict as a real one: it refuses unknown members, wrong tokens, unknown credentials and wrong hashes.
 */
import {
  constants,
  createECDH,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  privateEncrypt,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { bitString, objectIdentifier, sequence } from '@cinnabar/pki/asn1/der.js';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { sm2 } from 'sm-crypto-v2';
import type { FakeAnswer, FakeRequest } from './fake-server.js';

/** A key, in whatever form: what it signs is a digest. */
interface Pair {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  sign(digest: Buffer): Buffer;
}

interface Credential {
  readonly description: string;
  readonly pair: Pair;
  readonly signAlgo: string;
}

/** What is wrong with a signature: made with another key, or cut off. */
type Flaw = 'another key' | 'cut off' | 'two signatures';

const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
const RSA_SHA256 = '1.2.840.113549.1.1.11';
const SM2_SM3 = '1.2.156.10197.1.501';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const SM3 = '1.2.156.10197.1.401';
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');
const BASE = '/csc/v2';

type Fields = Readonly<Record<string, unknown>>;

/** The members that each request may have. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  '/credentials/list': ['maxResults', 'pageToken'],
  '/credentials/info': ['credentialID', 'certificates'],
  '/credentials/create': ['description', 'key', 'signAlgo'],
  '/credentials/delete': ['credentialID'],
  '/signatures/signHash': ['credentialID', 'hashes', 'hashAlgorithmOID', 'signAlgo', 'operationMode'],
};

export class FakeRemoteSigner {
  readonly token = 'a-token-of-the-settings';
  readonly client = { clientId: 'cinnabar', clientSecret: 's3cret:/+' };
  readonly credentials = new Map<string, Credential>();
  readonly flaws: Flaw[] = [];
  /** New keys stay unusable, as keys that wait for somebody's approval do. */
  keysAreDisabled = false;
  /** Tokens that were issued and are still accepted. */
  readonly issued = new Set<string>();

  readonly answer = ({ method, url, headers, body }: FakeRequest): FakeAnswer => {
    if (!url.pathname.startsWith(BASE) || url.search !== '') return refused(404, 'not_found');
    const path = url.pathname.slice(BASE.length);
    if (method !== 'POST') return refused(405, 'invalid_request');
    if (path === '/oauth2/token') return this.#issue(headers.authorization, headers['content-type'], body);
    const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (bearer !== this.token && !this.issued.has(bearer)) return refused(401, 'invalid_token');
    const members = MEMBERS[path];
    if (members === undefined) return refused(404, 'not_found');
    if (!/^application\/json(;|$)/.test(headers['content-type'] ?? ''))
      return refused(415, 'invalid_request');
    const given: unknown = parsed(body);
    if (!isFields(given) || Object.keys(given).some((name) => !members.includes(name)))
      return refused(400, 'invalid_request');
    switch (path) {
      case '/credentials/list':
        return json(200, {
          credentialIDs: [...this.credentials.keys()].slice(0, Number(given['maxResults'])),
        });
      case '/credentials/create':
        return this.#create(given);
      default:
        return this.#of(path, given);
    }
  };

  #issue(authorization = '', type = '', body: Buffer): FakeAnswer {
    const { clientId, clientSecret } = this.client;
    const expected = Buffer.from(`${clientId}:${encodeURIComponent(clientSecret)}`).toString('base64');
    if (authorization !== `Basic ${expected}`) return refused(401, 'invalid_client');
    const form = new URLSearchParams(body.toString('utf8'));
    if (type !== 'application/x-www-form-urlencoded' || form.get('grant_type') !== 'client_credentials')
      return refused(400, 'unsupported_grant_type');
    const token = randomUUID();
    this.issued.add(token);
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 });
  }

  #create({ description, key, signAlgo }: Fields): FakeAnswer {
    if (typeof description !== 'string' || !/^[ -~]{1,64}$/.test(description) || !isFields(key))
      return refused(400, 'invalid_request');
    const pair = pairOf(key, signAlgo);
    if (pair === null || typeof signAlgo !== 'string') return refused(400, 'invalid_request');
    const credentialID = randomUUID();
    this.credentials.set(credentialID, { description, pair, signAlgo });
    return json(201, { credentialID, publicKey: Buffer.from(pair.publicKey).toString('base64') });
  }

  #of(path: string, given: Fields): FakeAnswer {
    const id = given['credentialID'];
    const credential = typeof id === 'string' ? this.credentials.get(id) : undefined;
    if (typeof id !== 'string' || credential === undefined) return refused(404, 'invalid_request');
    if (path === '/credentials/delete') {
      this.credentials.delete(id);
      return { status: 204, body: '' };
    }
    if (path === '/credentials/info') {
      const key = { status: this.keysAreDisabled ? 'disabled' : 'enabled', algo: [credential.signAlgo] };
      return json(200, { description: credential.description, key, SCAL: '1' });
    }
    return this.#sign(credential, given);
  }

  #sign({ pair, signAlgo }: Credential, given: Fields): FakeAnswer {
    const { hashes, hashAlgorithmOID, operationMode } = given;
    const digestAlgorithm = signAlgo === SM2_SM3 ? SM3 : SHA256;
    if (given['signAlgo'] !== signAlgo || hashAlgorithmOID !== digestAlgorithm || operationMode !== 'S')
      return refused(400, 'invalid_request');
    if (!Array.isArray(hashes) || hashes.length !== 1) return refused(400, 'invalid_request');
    const [hash]: unknown[] = hashes;
    const digest = Buffer.from(String(hash), 'base64');
    if (digest.length !== 32 || digest.toString('base64') !== hash) return refused(400, 'invalid_request');
    const flaw = this.flaws.shift();
    const signature = (flaw === 'another key' ? pairOnP256() : pair).sign(digest);
    const whole = (flaw === 'cut off' ? signature.subarray(0, -1) : signature).toString('base64');
    return json(200, { signatures: flaw === 'two signatures' ? [whole, whole] : [whole] });
  }
}

function pairOf({ type, curve, len }: Fields, signAlgo: unknown): Pair | null {
  if (type === 'EC' && curve === 'P-256' && signAlgo === ECDSA_SHA256) return pairOnP256();
  if (type === 'EC' && curve === 'SM2' && signAlgo === SM2_SM3) return pairOfSm2();
  if (type === 'RSA' && (len === 2048 || len === 3072) && signAlgo === RSA_SHA256)
    return pairOfNode(generateKeyPairSync('rsa', { modulusLength: len }));
  return null;
}

function pairOnP256(): Pair {
  return pairOfNode(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
}

function pairOfNode({ publicKey, privateKey }: KeyPairKeyObjectResult): Pair {
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    sign: (digest) => signDigest(privateKey, digest),
  };
}

/** By another implementation than ours. */
function pairOfSm2(): Pair {
  const { publicKey, privateKey } = sm2.generateKeyPairHex();
  const algorithm = sequence(objectIdentifier(OID.ecPublicKey), objectIdentifier(OID.sm2));
  return {
    publicKey: sequence(algorithm, bitString(Buffer.from(publicKey, 'hex'))),
    sign: (digest) => Buffer.from(sm2.doSignature(digest, privateKey, { der: true, hash: false }), 'hex'),
  };
}

/** Node.js signs data only, and a signing service gets a digest. */
function signDigest(privateKey: KeyObject, digest: Buffer): Buffer {
  if (privateKey.asymmetricKeyType === 'rsa') {
    const padded = { key: privateKey, padding: constants.RSA_PKCS1_PADDING };
    return privateEncrypt(padded, Buffer.concat([DIGEST_INFO, digest]));
  }
  // FIPS 186-5, section 6.4.1.
  const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const d = numberOf(Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url'));
  const k = (numberOf(randomBytes(40)) % (n - 1n)) + 1n;
  const point = createECDH('prime256v1');
  point.setPrivateKey(Buffer.from(k.toString(16).padStart(64, '0'), 'hex'));
  const r = numberOf(point.getPublicKey().subarray(1, 33)) % n;
  const s = (power(k, n - 2n, n) * (numberOf(digest) + r * d)) % n;
  const parts = Buffer.concat([derInteger(r), derInteger(s)]);
  return Buffer.concat([Buffer.from([0x30, parts.length]), parts]);
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let [square, rest] = [base, exponent]; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function derInteger(value: bigint): Buffer {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  const positive = (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.from([0]), bytes]);
  return Buffer.concat([Buffer.from([2, positive.length]), positive]);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(status: number, error: string): FakeAnswer {
  return json(status, { error, error_description: 'as the request says, which may be secret' });
}

function json(status: number, content: Fields): FakeAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) };
}
