/** The evidence archive: everything needed to verify a contract offline, and the detection of forgeries. */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { contractEvidence } from '@cinnabar/api/operations/flows.js';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import type { EvidenceRecord } from '@cinnabar/server/areas/flows/evidence/evidence-record.js';
import { type ArchiveVerification, openArchive, verifyArchive } from '@cinnabar/server/areas/flows/index.js';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { cinnabar } from '../support/cinnabar.js';
import type { Client } from '../support/client.js';
import { verifiedBy, withSums, wrongIn } from '../support/evidence-archive.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  fillAll,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { pdftotext, withFolder } from '../support/pdf/pdf-tools.js';
import { outputOf } from '../support/programs.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let flowId: FlowId;
let reader: Client;
let archive: Uint8Array;
let entries: ReadonlyMap<string, Uint8Array>;
const engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  await givenSeal(buyer);
  await givenSeal(supplier);
  const template = await givenTemplate(buyer.owner.client, { files: 2 });
  ({ flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('乙方', supplier.owner, supplier)],
  }));
  await fillAll(buyer.owner, flowId, '一万元整');
  await fillAll(supplier.owner, flowId, '上海市');
  await sign(buyer.owner, flowId);
  await sign(supplier.owner, flowId);
  await running.advance(24 * 3600);
  // A day later the first token has expired.
  const { appId, appSecret } = buyer;
  const { accessToken } = await running.client.data(getAccessToken, { appId, appSecret });
  reader = buyer.owner.client.with({ accessToken });
  archive = await evidence('zip', 'application/zip');
  entries = openArchive(archive);
});

afterAll(async () => {
  await engine.close();
  await running.close();
});

async function evidence(format: string, mediaType: string, language = 'zh'): Promise<Uint8Array> {
  const { baseUrl, headers } = reader;
  const response = await fetch(baseUrl + contractEvidence.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language, ...headers },
    body: JSON.stringify({ flowId, format }),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, mediaType]);
  return new Uint8Array(await response.arrayBuffer());
}

function entry(name: string): Buffer {
  return Buffer.from(entries.get(name) ?? new Uint8Array());
}

function pemsIn(name: string): readonly Uint8Array[] {
  const blocks = entry(name)
    .toString('latin1')
    .matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g);
  return [...blocks].map(([, body = '']) => Buffer.from(body, 'base64'));
}

/** Verifies the archive with some files replaced and matching checksums. */
function verified(
  replaced: Readonly<Record<string, Uint8Array>>,
  trusted: readonly Uint8Array[] | null = null,
): Promise<ArchiveVerification> {
  return verifiedBy(engine, withSums(new Map([...entries, ...Object.entries(replaced)])), trusted);
}

describe('the evidence archive', () => {
  it('is verified on the command line without settings or database', async () => {
    const ran = await withFolder(async (folder) => {
      writeFileSync(join(folder, 'evidence.zip'), archive);
      writeFileSync(join(folder, 'roots.pem'), entry('trust/roots.pem'));
      return cinnabar(folder, {}, 'evidence', 'verify', 'evidence.zip', '--trust', 'roots.pem', '--json');
    });
    expect(ran.errors).toBe('');
    const verification: ArchiveVerification = JSON.parse(ran.out);
    expect(wrongIn(verification)).toEqual([]);
    expect([ran.code, verification.trustedByItself]).toEqual([0, false]);
  });

  it('reports that roots included in the archive prove nothing by themselves', async () => {
    const verification = await verified({});
    expect([wrongIn(verification), verification.trustedByItself]).toEqual([[], true]);
  });

  it('can be checked with sha256sum, pdfsig and openssl', () => {
    withFolder((folder) => {
      for (const [name, bytes] of entries) {
        mkdirSync(join(folder, dirname(name)), { recursive: true });
        writeFileSync(join(folder, name), bytes);
      }
      const run = (program: string, ...args: readonly string[]) => outputOf(program, args, { cwd: folder });
      run('sha256sum', '--strict', '--quiet', '-c', 'SHA256SUMS');
      // As README.txt states: the record inside the signed report has a hash for every part.
      run('pdfdetach', '-savefile', 'evidence.json', '-o', 'signed.json', 'report-zh.pdf');
      const signed = readFileSync(join(folder, 'signed.json'));
      expect(signed.equals(entry('evidence.json'))).toBe(true);
      const { parts }: EvidenceRecord = JSON.parse(signed.toString('utf8'));
      const sums = (parts ?? []).map(({ name, sha256 }) => `${sha256}  ${name}\n`);
      expect(sums.length).toBeGreaterThan(10);
      writeFileSync(join(folder, 'parts'), sums.join(''));
      run('sha256sum', '--strict', '--quiet', '-c', 'parts');
      expect(run('pdfsig', '-nocert', 'report-zh.pdf')).toContain('Total document signed');
      expect(run('pdfsig', '-nocert', 'report-en.pdf')).toContain('Signature is Valid');
      const { root } = JSON.parse(entry('evidence.json').toString('utf8')).dailyRoot;
      const trust = ['-CAfile', 'trust/roots.pem', '-untrusted', 'trust/authority.pem'];
      const token = ['-token_in', '-in', 'timestamps/daily-root.tst', '-digest', root];
      // The sandbox's clock is a day ahead of openssl's.
      const inTwoDays = String(Math.floor(Date.now() / 1000) + 48 * 3600);
      expect(run('openssl', 'ts', '-verify', ...token, ...trust, '-attime', inTwoDays)).toContain('OK');
      const lists = readdirSync(join(folder, 'trust')).filter((name) => name.endsWith('.crl'));
      expect(lists.length).toBe(2);
      for (const list of lists)
        run(
          'openssl',
          'crl',
          '-inform',
          'DER',
          '-in',
          `trust/${list}`,
          '-CAfile',
          'trust/authority.pem',
          '-noout',
        );
    });
  });

  it('with a changed contract is detected', async () => {
    const [name = ''] = [...entries.keys()].filter((each) => each.endsWith('/current.pdf'));
    const changed = Buffer.from(entry(name));
    changed[600] = (changed[600] ?? 0) ^ 1;
    expect(wrongIn(await verified({ [name]: changed }))).toEqual(
      expect.arrayContaining(['files', 'signatures']),
    );
  });

  it('with a changed history is detected', async () => {
    const changed = entry('events.txt').toString('utf8').replaceAll('127.0.0.1', '10.9.8.7');
    const wrong = wrongIn(await verified({ 'events.txt': Buffer.from(changed) }));
    expect(wrong).toEqual(expect.arrayContaining(['chain', 'report']));
  });

  it('with changed data is detected', async () => {
    const changed = entry('evidence.json').toString('utf8').replace('"size":', '"size" :');
    expect(wrongIn(await verified({ 'evidence.json': Buffer.from(changed) }))).toEqual(['report']);
    const elsewhere = entry('evidence.json')
      .toString('utf8')
      .replace(/"root": "./, '"root": "z');
    expect(wrongIn(await verified({ 'evidence.json': Buffer.from(elsewhere) }))).toEqual([
      'report',
      'dailyRoot',
    ]);
  });

  it('with other confirmed terms is detected', async () => {
    const data = JSON.parse(entry('evidence.json').toString('utf8'));
    expect(data.intents).toHaveLength(2);
    for (const { digest, preimage, shownBy, scope } of data.intents) {
      expect(createHash('sha256').update(preimage).digest('hex')).toBe(digest);
      expect([shownBy, scope]).toEqual(['application', 'text']);
      expect(JSON.parse(preimage)).toMatchObject({ flowId, marks: null });
    }
    const [first] = data.intents;
    for (const change of [
      { preimage: first.preimage.replace('一万元整', '二万元整') },
      { preimage: null },
      { preimage: '{}' },
      { digest: 'f'.repeat(64) },
    ]) {
      const forged = { ...data, intents: [{ ...first, ...change }, ...data.intents.slice(1)] };
      const wrong = wrongIn(await verified({ 'evidence.json': Buffer.from(JSON.stringify(forged)) }));
      expect(wrong).toEqual(['report', 'intents']);
    }
  });

  it('of another authority is detected', async () => {
    const stranger = await startApp();
    try {
      const corp = await givenEnterprise(stranger);
      await givenSeal(corp);
      await stranger.app.services.authority.chain(new Date());
      const trusted = await stranger.app.services.authority.trustAnchors();
      expect(wrongIn(await verified({}, trusted))).toEqual([
        'report',
        'signatures',
        'dailyRoot',
        'revocation',
      ]);
      expect(wrongIn(await verified({}, pemsIn('trust/roots.pem')))).toEqual([]);
      // A trust anchor for timestamps only is not accepted for signers.
      const timesOnly = await verifiedBy(engine, entries, trusted, pemsIn('trust/roots.pem'));
      expect(wrongIn(timesOnly)).toEqual(['report', 'signatures', 'revocation']);
    } finally {
      await stranger.close();
    }
  });

  it('is refused if the file is not an archive', () => {
    expect(() => openArchive(Buffer.from('no zip'))).toThrow('not a readable ZIP archive');
    const empty = openArchive(zipSync({ 'a.txt': new Uint8Array(1) }));
    return expect(verifyArchive(empty, { trusted: null, now: new Date(), verify: never })).rejects.toThrow(
      'it has no evidence.json',
    );
  });
});

function never(): never {
  throw new Error('nothing to verify');
}

describe('the signatures of a contract', () => {
  it('contain the head of the preceding history within their byte range', () => {
    const [name = ''] = [...entries.keys()].filter((each) => each.endsWith('/current.pdf'));
    const heads = [
      ...entry(name)
        .toString('latin1')
        .matchAll(/\/XXCinnabarEventHead \(([0-9a-f]{64})\)/g),
    ];
    const history = entry('events.txt').toString('utf8');
    expect(heads.length).toBeGreaterThanOrEqual(2);
    for (const [, head = 'none'] of heads) expect(history).toContain(`${head} `);
  });
});

describe('the report', () => {
  it('has the same content in English and as data', async () => {
    const text = pdftotext(await evidence('pdf', 'application/pdf', 'en')).replace(/\s+/g, ' ');
    const data = JSON.parse(Buffer.from(await evidence('json', 'application/json')).toString('utf8'));
    expect(data.format).toBe('cinnabar evidence 2');
    expect(text).toContain('Evidence of an Electronic Contract');
    const solid = text.replaceAll(' ', '');
    // In a column a hash continues on the next line, beside other columns.
    for (const { hash } of data.events) expect(solid).toContain(hash.slice(0, 32));
    for (const { signatures } of data.files)
      for (const { level, certificate } of signatures) {
        if (level !== null) expect(text).toContain(`PAdES ${level}`);
        expect(solid).toContain(certificate.fingerprint);
      }
    expect(solid).toContain(data.dailyRoot.root);
    expect(text).toContain(`claimed by application ${buyer.appId} of ${buyer.corpName}`);
    for (const { digest } of data.intents) expect(solid).toContain(digest);
    expect(text).toContain('set by the platform,');
  });
});
