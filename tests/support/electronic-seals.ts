/**
 * Seals and signatures with them, made with the writer of the service and keys of sm-crypto-v2. No program besides the
 * service judges a whole seal of GB/T 38540 here: OpenSSL reads its structure and sm-crypto-v2 judges its values over the
 * bytes that OpenSSL finds, so that only the meaning of the fields rests on the text of the standard.
 */
import { createHash } from 'node:crypto';
import { makeElectronicSeal, type SealContent } from '@cinnabar/pki/electronic-seals/electronic-seal.js';
import { makeSealSignature, type SealingContent } from '@cinnabar/pki/electronic-seals/seal-signature.js';
import { makeSm2Signer, type Sm2Signer } from './pdf/sm2-signer.js';

const DAY = 86_400_000;

/** The smallest PNG. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

export interface SealingParties {
  readonly signer: Sm2Signer;
  readonly maker: Sm2Signer;
  /** A whole second. */
  readonly now: Date;
}

export function sealingParties(): SealingParties {
  const [signer, maker] = [makeSm2Signer(), makeSm2Signer()];
  return { signer, maker, now: thisSecond() };
}

/** Not before any certificate that was made until now. */
export function thisSecond(): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000);
}

export interface SealingOptions {
  readonly seal?: Partial<SealContent>;
  readonly sealing?: Partial<SealingContent>;
  readonly data?: Uint8Array;
  /** Signs with this, and encloses its certificate. */
  readonly by?: Sm2Signer;
  /** Encloses this certificate in place of the signer's. */
  readonly certificate?: Uint8Array;
  /** The identities of GM/T 0009 otherwise. */
  readonly identity?: string;
  readonly makerIdentity?: string;
  readonly timestamp?: (value: Uint8Array) => Promise<Uint8Array | null>;
}

export function sealContent({ signer, now }: SealingParties, more: Partial<SealContent> = {}): SealContent {
  return {
    vendor: 'Example Seals',
    sealId: '31010500000001',
    type: 1,
    name: '上海某某科技有限公司合同专用章',
    users: { listedBy: 'CERTIFICATE', certificates: [signer.certificate] },
    created: now,
    validFrom: now,
    validUntil: new Date(now.getTime() + 300 * DAY),
    picture: { type: 'png', data: PICTURE, width: 42, height: 42 },
    extensions: [],
    ...more,
  };
}

export async function sealBy(parties: SealingParties, options: SealingOptions = {}): Promise<Uint8Array> {
  const { maker } = parties;
  return makeElectronicSeal(sealContent(parties, options.seal), {
    certificate: maker.certificate,
    sign: async (data) => maker.sign(data, options.makerIdentity),
  });
}

export const sm3 = (data: Uint8Array): Buffer => createHash('sm3').update(data).digest();

/** A signature over `data`, by default the word `contract`. */
export async function sealedBy(parties: SealingParties, options: SealingOptions = {}): Promise<Uint8Array> {
  const by = options.by ?? parties.signer;
  return makeSealSignature(
    {
      seal: await sealBy(parties, options),
      time: parties.now,
      dataHash: sm3(options.data ?? Buffer.from('contract')),
      property: 'contract',
      extensions: [],
      ...options.sealing,
    },
    {
      certificate: options.certificate ?? by.certificate,
      sign: async (data) => by.sign(data, options.identity),
    },
    options.timestamp,
  );
}
