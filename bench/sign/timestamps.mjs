// Cost of the built-in timestamp authority: tokens alone, tokens over HTTP, and signatures with a timestamp.
import { createHash, sign } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { assembleCertificate, toBeSignedCertificate } from '@cinnabar/pki/certificates/certificate.js';
import { distinguishedName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { messageImprint, timestampRequest } from '@cinnabar/pki/timestamps/timestamp-request.js';
import { readTimestampResponse } from '@cinnabar/pki/timestamps/timestamp-response.js';
import { verifyTimestamp } from '@cinnabar/pki/timestamps/verify-timestamp.js';
import { validityFrom } from '@cinnabar/server/authority/lifetimes.js';
import { TimestampAuthority } from '@cinnabar/server/authority/timestamp-authority.js';
import { ephemeralKey } from '@cinnabar/server/custody/ephemeral-key.js';
import { startService } from '../support/service.mjs';
import { median, printTable } from '../support/statistics.mjs';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10) / 5;
const ROUNDS = 5;
const CONNECTIONS = 8;
const digest = createHash('sha256').update('bench').digest();

/**
 * @param contracts prepared documents by number of pages
 * @param signers of both algorithms
 * @param act a SignatureAct of one visible seal, of a signer
 */
export async function measureTimestamps(contracts, signers, act, fonts) {
  const { authority, anchors } = await openAuthority();
  const now = new Date();
  const { token } = await authority.stamp(digest, now);
  const tokens = await rate(() => authority.stamp(digest, now));
  const verified = await rate(async () => verifyTimestamp(token, { imprint: () => digest, anchors }));
  const overHttp = await tokensOverHttp();
  console.log(
    `\nThe built-in timestamp authority, P-256, tokens of ${token.length} bytes: ${tokens.toFixed(0)} tokens/s, ` +
      `${verified.toFixed(0)} fully verified/s, of CPU time; ` +
      `${overHttp.toFixed(0)} tokens/s of elapsed time over HTTP at /tsa, ${CONNECTIONS} connections.\n`,
  );
  const rows = [];
  for (const signer of signers) {
    for (const [pages, prepared] of contracts) rows.push(await compare(signer, pages, prepared));
  }
  console.log(
    'The same visible signature without and with a timestamp, alternating; per second of CPU time.\n',
  );
  printTable(['key', 'pages', 'B-B/s', 'B-T/s', 'B-T/B-B', 'B-B kB', 'B-T kB'], rows);

  async function compare(signer, pages, prepared) {
    const value = async (data) => sign('sha256', data, signer.privateKey);
    const callbacks = {
      sign: value,
      timestamp: async (imprint) => (await authority.stamp(imprint, new Date())).token,
    };
    const plainAct = act(signer);
    const stampedAct = { ...plainAct, timestampLength: authority.expectedLength };
    const plain = () => signDocument(prepared, plainAct, value, fonts);
    const stamped = () => signDocument(prepared, stampedAct, callbacks, fonts);
    const rates = { plain: [], stamped: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.plain.push(await rate(plain, SECONDS / ROUNDS));
      rates.stamped.push(await rate(stamped, SECONDS / ROUNDS));
    }
    const [withoutOne, withOne] = [median(rates.plain), median(rates.stamped)];
    const kilobytes = async (work) => (((await work()).length - prepared.length) / 1000).toFixed(1);
    return [
      signer.certificate.algorithm === 'rsa-sha256' ? 'RSA-2048' : 'P-256',
      pages,
      withoutOne.toFixed(0),
      withOne.toFixed(0),
      (withOne / withoutOne).toFixed(2),
      await kilobytes(plain),
      await kilobytes(stamped),
    ];
  }
}

/** Operations per second of CPU time after a warm-up, independent of other load on the machine. */
async function rate(work, seconds = SECONDS) {
  for (let times = 0; times < 20; times += 1) await work();
  const before = process.cpuUsage();
  const done = await repeat(work, seconds);
  const { user, system } = process.cpuUsage(before);
  return done / ((user + system) / 1e6);
}

/** Operations per second of elapsed time. */
async function clockRate(work, seconds = SECONDS) {
  for (let times = 0; times < 20; times += 1) await work();
  const start = performance.now();
  const done = await repeat(work, seconds);
  return done / ((performance.now() - start) / 1000);
}

async function repeat(work, seconds) {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  for (; performance.now() < end; done += 1) await work();
  return done;
}

/** The authority as configured in the service, with certificates and keys in memory only. */
export async function openAuthority() {
  const now = new Date();
  const made = [];
  const issue = async (profile, commonName, kind) => {
    const key = await ephemeralKey('P-256');
    const subject = distinguishedName({ organization: 'Bench', commonName });
    const above = made[profile === 'issuing' ? 0 : 1] ?? { key, subject };
    const toBeSigned = toBeSignedCertificate({
      profile,
      serialNumber: Uint8Array.of(made.length + 1),
      issuer: above.subject,
      issuerPublicKey: above.key.publicKey,
      subject,
      publicKey: key.publicKey,
      ...validityFrom(now, kind),
      signatureAlgorithm: 'ecdsa-p256-sha256',
    });
    const signature = await above.key.sign(toBeSigned);
    const certificate = assembleCertificate(toBeSigned, 'ecdsa-p256-sha256', signature);
    made.push({ profile, key, subject, certificate });
    return certificate;
  };
  await issue('root', 'Bench Root', 'root');
  await issue('issuing', 'Bench Issuing', 'issuing');
  await issue('timestamp', 'Bench Timestamp Authority', 'timestamp');
  const [root, issuing, leaf] = made;
  const signer = {
    certificate: {
      certificate: leaf.certificate,
      chain: [issuing.certificate, root.certificate],
      algorithm: 'ecdsa-p256-sha256',
    },
    serialNumber: '03',
    sign: leaf.key.sign,
    release: () => undefined,
  };
  const authority = new TimestampAuthority({ timestamp: async () => signer });
  return { authority, anchors: [parseCertificate(root.certificate)], made, issue };
}

async function tokensOverHttp() {
  const service = await startService({ settings: { TRUST_REQUESTS_PER_MINUTE: '1000000' } });
  try {
    const body = timestampRequest(messageImprint('sha256', digest), 4711n, null);
    const ask = async () => {
      const response = await fetch(`${service.baseUrl}/tsa`, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query' },
        body,
      });
      const reply = new Uint8Array(await response.arrayBuffer());
      if (readTimestampResponse(reply).token === null) throw new Error('the authority returned no token');
    };
    const rates = await Promise.all(Array.from({ length: CONNECTIONS }, () => clockRate(ask)));
    return rates.reduce((sum, each) => sum + each, 0);
  } finally {
    await service.stop();
  }
}
