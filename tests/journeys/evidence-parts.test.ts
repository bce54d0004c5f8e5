/** The signed record lists every part of the archive: missing, changed and additional parts are reported. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { contractEvidence } from '@cinnabar/api/operations/flows.js';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { pemOf } from '@cinnabar/pki/asn1/pem.js';
import { openArchive } from '@cinnabar/server/areas/flows/index.js';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { cinnabar } from '../support/cinnabar.js';
import {
  asEarlierVersion,
  type Entries,
  saidBy,
  verifiedBy,
  withSums,
  wrongIn,
} from '../support/evidence-archive.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';
import { withFolder } from '../support/pdf/pdf-tools.js';

const TOKEN = 'timestamps/daily-root.tst';

let running: RunningApp;
let entries: Entries;
const engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });

beforeAll(async () => {
  running = await startApp();
  entries = await archiveOfContract(running, 24 * 3600);
});

afterAll(async () => {
  await engine.close();
  await running.close();
});

/** The archive of a contract signed only by its initiator, this many seconds later. */
async function archiveOfContract(app: RunningApp, later: number): Promise<Entries> {
  const corp = await givenEnterprise(app);
  await givenSeal(corp);
  const alone = await givenTemplate(corp.owner.client, { parties: [{ flag: '甲方', mode: 3, area: true }] });
  const { flowId } = await startFlow(corp.owner.client, alone, { participantList: [] });
  await sign(corp.owner, flowId);
  await app.advance(later);
  // A day later the first token has expired.
  const { appId, appSecret } = corp;
  const { accessToken } = await app.client.data(getAccessToken, { appId, appSecret });
  const { baseUrl, headers } = corp.owner.client.with({ accessToken });
  const response = await fetch(baseUrl + contractEvidence.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ flowId, format: 'zip' }),
  });
  return openArchive(new Uint8Array(await response.arrayBuffer()));
}

function without(name: string, all = entries): Entries {
  const rest = new Map(all);
  rest.delete(name);
  return rest;
}

/** With a bit changed in the middle of a part. */
function changed(name: string): Entries {
  const bytes = Buffer.from(entries.get(name) ?? '');
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  return new Map([...entries, [name, bytes]]);
}

describe('an evidence archive', () => {
  it('is consistent as created, and its record lists every part that it can', async () => {
    const verification = await verifiedBy(engine, entries);
    expect([wrongIn(verification), verification.checks.map(({ remark }) => remark)]).toEqual([
      [],
      verification.checks.map(() => null),
    ]);
    const { parts } = JSON.parse(Buffer.from(entries.get('evidence.json') ?? '').toString('utf8'));
    const listed = parts.map(({ name }: { readonly name: string }) => name);
    const carriers = ['evidence.json', 'report-zh.pdf', 'report-en.pdf', 'SHA256SUMS'];
    expect([...listed, ...carriers].toSorted()).toEqual([...entries.keys()].toSorted());
    expect(listed).toEqual(
      expect.arrayContaining(['README.txt', 'trust/root-1.crl', 'trust/issuing-1.crl', TOKEN]),
    );
  });

  it('reports every removed part, even with matching checksums', async () => {
    for (const name of entries.keys()) {
      if (name === 'evidence.json') continue;
      const less = without(name);
      const verification = await verifiedBy(engine, name === 'SHA256SUMS' ? less : withSums(less));
      expect.soft([name, verification.ok]).toEqual([name, false]);
      expect.soft(saidBy(verification, 'parts')).toContain(`${name} is missing`);
    }
    await expect(verifiedBy(engine, without('evidence.json'))).rejects.toThrow('it has no evidence.json');
  });

  it('reports every changed part, even with matching checksums', async () => {
    for (const name of entries.keys()) {
      // The record is compared with the copies in both signed reports.
      if (name === 'evidence.json' || name === 'SHA256SUMS') continue;
      const verification = await verifiedBy(engine, withSums(changed(name)));
      expect.soft([name, verification.ok]).toEqual([name, false]);
      expect.soft(saidBy(verification, name.startsWith('report-') ? 'report' : 'parts')).toContain(name);
    }
  });

  it('detects a copy of one report in place of the other', async () => {
    const copy = entries.get('report-en.pdf') ?? new Uint8Array();
    const verification = await verifiedBy(engine, withSums(new Map([...entries, ['report-zh.pdf', copy]])));
    expect(saidBy(verification, 'report')).toBe('report-zh.pdf and report-en.pdf are the same file');
  });

  it('reports an additional part, even with matching checksums', async () => {
    for (const name of ['files/0/current.pdf', 'trust/other-1.crl', 'appendix.pdf']) {
      const more = new Map([...entries, [name, Buffer.from('more')]]);
      const verification = await verifiedBy(engine, withSums(more));
      expect(wrongIn(verification)).toEqual(name.endsWith('.crl') ? ['parts', 'revocation'] : ['parts']);
      expect(saidBy(verification, 'parts')).toContain(`${name} is surplus`);
    }
  });

  it('cannot pass as an earlier version, which listed no parts', async () => {
    const text = Buffer.from(entries.get('evidence.json') ?? '').toString('utf8');
    for (const change of [{ format: 'cinnabar evidence 1' }, { parts: null }, { parts: [] }]) {
      const record = Buffer.from(JSON.stringify({ ...JSON.parse(text), ...change }));
      const forged = withSums(new Map([...without('README.txt'), ['evidence.json', record]]));
      expect(wrongIn(await verifiedBy(engine, forged))).toContain('report');
    }
  });

  it('hides no part under a special JavaScript property name or in a folder', () => {
    const hidden = [['__proto__', 'part'] as const, ['trust/', 'bytes of a folder'] as const];
    for (const [name, text] of hidden) {
      const files = Object.fromEntries([...entries, ['xxxxxxxxx'.slice(0, name.length), Buffer.from(text)]]);
      const zip = Buffer.from(zipSync(files)).toString('latin1');
      const renamed = Buffer.from(zip.replaceAll('x'.repeat(name.length), name), 'latin1');
      expect(() => openArchive(renamed)).toThrow(`a part of the name ${name}`);
    }
  });

  it('gets the same result on the command line, which names missing parts', async () => {
    const ran = await withFolder(async (folder) => {
      const less = withSums(without(TOKEN));
      writeFileSync(join(folder, 'less.zip'), zipSync(Object.fromEntries(less)));
      return cinnabar(folder, {}, 'evidence', 'verify', 'less.zip');
    });
    expect(ran.code).toBe(3);
    expect(ran.out).toMatch(/^WRONG {2}parts +timestamps\/daily-root\.tst is missing$/m);
    expect(ran.out).toMatch(/^WRONG {2}dailyRoot .*though the record states its time/m);
  });
});

describe('an archive of an earlier version', () => {
  it('still passes, with a remark naming the parts that its record does not cover', async () => {
    const verification = await verifiedBy(engine, await asEarlierVersion(running, entries));
    expect([wrongIn(verification), verification.ok]).toEqual([[], true]);
    expect(verification.checks.find(({ name }) => name === 'parts')?.remark).toBe(
      'the signed record does not cover README.txt, trust/root-1.crl, trust/issuing-1.crl, trust/roots.pem, trust/authority.pem',
    );
  });

  it('fails without the timestamp that its record states, and with a part that no version had', async () => {
    const earlier = await asEarlierVersion(running, entries);
    const less = await verifiedBy(engine, withSums(without(TOKEN, earlier)));
    expect(wrongIn(less)).toEqual(['dailyRoot']);
    const more = await verifiedBy(
      engine,
      withSums(new Map([...earlier, ['appendix.pdf', Buffer.from('x')]])),
    );
    expect(saidBy(more, 'parts')).toBe('appendix.pdf is surplus');
  });
});

describe('an archive with timestamps of another authority', () => {
  it('has that authority’s roots in a separate file, trusted only for timestamps', async () => {
    const elsewhere = await startApp();
    try {
      const { authority } = elsewhere.app.services;
      await authority.chain(new Date());
      const roots = Buffer.from((await authority.trustAnchors()).map(pemOf).join(''));
      await withFolder(async (folder) => {
        const TSA_TRUST = join(folder, 'elsewhere.pem');
        writeFileSync(TSA_TRUST, roots);
        const settings = { TSA_URLS: `${elsewhere.baseUrl}/tsa`, TSA_TRUST };
        const app = await startApp({ settings });
        try {
          const archive = await archiveOfContract(app, 0);
          expect(Buffer.from(archive.get('trust/timestamp-roots.pem') ?? '')).toEqual(roots);
          const verification = await verifiedBy(engine, archive);
          expect([wrongIn(verification), verification.trustedForTimestamps.length]).toEqual([[], 1]);
          const ours = await app.app.services.authority.trustAnchors();
          expect(verification.trusted).toHaveLength(ours.length);
          writeFileSync(join(folder, 'a.zip'), zipSync(Object.fromEntries(archive)));
          writeFileSync(join(folder, 'ours.pem'), archive.get('trust/roots.pem') ?? '');
          const judged = (...trust: readonly string[]) =>
            cinnabar(folder, {}, 'evidence', 'verify', 'a.zip', ...trust);
          const both = await judged('--trust', 'ours.pem', '--tsa-trust', 'elsewhere.pem');
          expect([both.code, both.out]).toEqual([0, expect.stringContaining('(timestamps only)')]);
          expect((await judged('--trust', 'elsewhere.pem', '--tsa-trust', 'ours.pem')).code).toBe(3);
          const alone = await judged('--tsa-trust', 'elsewhere.pem');
          expect([alone.code, alone.errors]).toEqual([
            1,
            expect.stringContaining('--tsa-trust requires --trust'),
          ]);
        } finally {
          await app.close();
        }
      });
    } finally {
      await elsewhere.close();
    }
  });
});
