// Bytes that each signature and the archive (validation data and document timestamp, B-LTA) add to a contract.
import { sign } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { archiveDocument } from '@cinnabar/pdf/sign/archive-document.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { ocspRequest, readOcspRequest } from '@cinnabar/pki/revocation/ocsp-request.js';
import { assembleOcspResponse, toBeSignedOcspResponse } from '@cinnabar/pki/revocation/ocsp-response.js';
import {
  assembleRevocationList,
  toBeSignedRevocationList,
} from '@cinnabar/pki/revocation/revocation-list.js';
import { median, printTable } from '../support/statistics.mjs';
import { openAuthority } from './timestamps.mjs';

const SIGNERS = [1, 2, 3, 4, 5];
const ROUNDS = 20;
const ALGORITHM = 'ecdsa-p256-sha256';
const DAY = 24 * 3_600_000;

/**
 * @param prepared a document
 * @param signer with a P-256 key
 * @param act makes the SignatureAct of one visible seal from a signer and a field name
 */
export async function measureArchives(prepared, signer, act, fonts) {
  const opened = await openAuthority();
  const { authority, issue } = opened;
  const now = new Date();
  const callbacks = {
    sign: async (data) => sign('sha256', data, signer.privateKey),
    timestamp: async (imprint) => (await authority.stamp(imprint, now)).token,
  };
  const rows = [];
  let signed = prepared;
  let validation = await beginning(opened, now);
  for (const count of SIGNERS) {
    const before = signed.length;
    const stampedAct = { ...act(signer, `sig-${count}-free`), timestampLength: authority.expectedLength };
    signed = await signDocument(signed, stampedAct, callbacks, fonts);
    const certificate = await issue('signer', `Signer ${count}`, 'enterprise');
    validation = {
      ...validation,
      certificates: [...validation.certificates, certificate],
      ocspResponses: [...validation.ocspResponses, await answerAbout(opened, certificate, now)],
    };
    const whole = { validation, timestampLength: authority.expectedLength };
    const times = [];
    let archived = signed;
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      archived = await archiveDocument(signed, whole, callbacks.timestamp);
      times.push(performance.now() - start);
    }
    const store = await archiveDocument(signed, { ...whole, timestampLength: null }, callbacks.timestamp);
    const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
    rows.push([
      count,
      kilobytes(signed.length - before),
      kilobytes(store.length - signed.length),
      kilobytes(archived.length - store.length),
      kilobytes(archived.length - signed.length),
      median(times).toFixed(1),
    ]);
  }
  console.log('\nBytes that signatures and the archive add, P-256, kB; archiving in ms of elapsed time.\n');
  printTable(['signers', 'last signature', 'store (B-LT)', 'timestamp', 'B-LTA', 'ms'], rows);
}

/**
 * The chain, the revocation lists of root and issuing certificate, and the OCSP response for the timestamp authority.
 */
async function beginning(opened, now) {
  const [root, issuing, timestamp] = opened.made;
  return {
    certificates: [root, issuing, timestamp].map(({ certificate }) => certificate),
    revocationLists: [await listOf(root, now), await listOf(issuing, now)],
    ocspResponses: [await answerAbout(opened, timestamp.certificate, now)],
  };
}

async function listOf({ key, subject }, now) {
  const toBeSigned = toBeSignedRevocationList({
    issuer: subject,
    issuerPublicKey: key.publicKey,
    number: 1,
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + 7 * DAY),
    completeSince: now,
    revoked: [],
    signatureAlgorithm: ALGORITHM,
  });
  return assembleRevocationList(toBeSigned, ALGORITHM, await key.sign(toBeSigned));
}

/** Signed by a responder whose certificate is included in the response, as the service does. */
async function answerAbout({ made, issue }, certificate, now) {
  const [, issuing] = made;
  const responder = made.find(({ profile }) => profile === 'ocsp') ?? (await issueResponder(made, issue));
  const request = ocspRequest(parseCertificate(certificate), parseCertificate(issuing.certificate));
  const [id] = readOcspRequest(request).certificates;
  const toBeSigned = toBeSignedOcspResponse({
    responder: responder.subject,
    producedAt: now,
    responses: [
      {
        id: id.bytes,
        status: { status: 'good' },
        thisUpdate: now,
        nextUpdate: new Date(now.getTime() + DAY),
        archiveCutoff: now,
      },
    ],
    nonce: null,
  });
  return assembleOcspResponse(
    toBeSigned,
    ALGORITHM,
    await responder.key.sign(toBeSigned),
    responder.certificate,
  );
}

async function issueResponder(made, issue) {
  await issue('ocsp', 'Bench OCSP Responder', 'ocsp');
  return made.find(({ profile }) => profile === 'ocsp');
}
