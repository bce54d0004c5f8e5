import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseContainment } from '@cinnabar/pdf/containment/choose-containment.js';
import { type Containment, UNCONTAINED } from '@cinnabar/pdf/containment/containment.js';
import { chooseOfficeConverter } from '@cinnabar/server/providers/office/choose-office-converter.js';
import { findLibreOffice } from '@cinnabar/server/providers/office/find-libreoffice.js';
import { isolationBy } from '@cinnabar/server/providers/office/isolation.js';
import { removeLeftFolders } from '@cinnabar/server/providers/office/office-folder.js';
import { describe, expect, it, vi } from 'vitest';
import { refusalOf } from '../support/pdf/conversion-refusal.js';
import { rtf } from '../support/pdf/office-files.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';

const containment = await chooseContainment('auto', null);

// A cold start of LibreOffice takes seconds, and longer beside other tests.
vi.setConfig({ testTimeout: 180_000 });

describe('a remote conversion service', () => {
  it('gets the document without its name, and its responses are interpreted', async () => {
    const answers = [200, 422, 500] as const;
    const bodies: string[] = [];
    let at = 0;
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(Buffer.concat(chunks).toString('latin1'));
        response.statusCode = answers[at++] ?? 500;
        response.end('%PDF-1.7');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/forms/libreoffice/convert`;
    const remote = chooseOfficeConverter({ url, processes: 1, fontDir: null, containment });
    expect(Buffer.from(await remote.toPdf(Buffer.from('RTF-BYTES'), 'rtf', 1)).toString()).toBe('%PDF-1.7');
    expect(bodies[0]).toContain('name="files"; filename="document.rtf"');
    expect(bodies[0]).toContain('RTF-BYTES');
    expect(await refusalOf(remote.toPdf(Buffer.from('x'), 'rtf', 1))).toBe('BROKEN');
    expect(await refusalOf(remote.toPdf(Buffer.from('x'), 'rtf', 1))).toBe('CONVERTER_AWAY');
    await new Promise((resolve) => server.close(resolve));
    expect(await refusalOf(remote.toPdf(Buffer.from('x'), 'rtf', 1))).toBe('CONVERTER_AWAY');
    await remote.close();
  });
});

describe('a machine without network isolation', () => {
  const find = async () => ({ soffice: '/bin/false', python: null });

  it('refuses office documents', async () => {
    const isolate = (given: Containment) => isolationBy(given, async () => false);
    const kept: Containment = { kind: 'none', reason: { zh: '测试中', en: 'in a test' } };
    const refusing = chooseOfficeConverter({
      ...{ url: null, processes: 1, fontDir: null },
      ...{ containment: kept, find, isolate },
    });
    expect(await refusalOf(refusing.toPdf(rtf('一', 'SimSun'), 'rtf', 1))).toBe('NO_CONVERTER');
    await refusing.close();
    expect(await isolationBy({ kind: 'none', reason: { zh: '', en: '' } }, async () => false)).toBeNull();
  });

  it('accepts them if the settings say so', async () => {
    expect(await isolationBy(UNCONTAINED, async () => false)).toEqual({
      containment: UNCONTAINED,
      cutOff: false,
    });
    expect(await isolationBy({ kind: 'none', reason: { zh: '', en: '' } }, async () => true)).toMatchObject({
      cutOff: true,
    });
  });
});

it('folders of killed services are removed, those of running ones kept', async () => {
  const ended = spawnSync('true').pid;
  const [left, used, foreign] = await Promise.all(
    [`cinnabar-office-${ended}-`, `cinnabar-office-${process.pid}-`, 'cinnabar-office-test-'].map((start) =>
      mkdtemp(join(tmpdir(), start)),
    ),
  );
  await removeLeftFolders();
  expect([left, used, foreign].map((folder) => existsSync(folder ?? ''))).toEqual([false, true, true]);
  for (const folder of [used, foreign]) await rm(folder ?? '', { recursive: true });
});

describe('a machine without LibreOffice', () => {
  it('reports this, and uses one installed later', { tags: ['libreoffice'] }, async () => {
    let looked = 0;
    const find = async () => (looked++ === 0 ? null : findLibreOffice());
    const later = chooseOfficeConverter({ url: null, processes: 1, fontDir: null, containment, find });
    expect(await refusalOf(later.toPdf(rtf('一', 'SimSun'), 'rtf', 1))).toBe('NO_CONVERTER');
    expect(pdftotext(await later.toPdf(rtf('二', 'SimSun'), 'rtf', 1))).toContain('二');
    expect(looked).toBe(2);
    await later.close();
  });

  it('and one that does not start is reported', { tags: ['libreoffice'] }, async () => {
    const python = (await findLibreOffice())?.python ?? null;
    const find = async () => ({ soffice: '/bin/false', python });
    const none = chooseOfficeConverter({ url: null, processes: 1, fontDir: null, containment, find });
    expect(await refusalOf(none.toPdf(rtf('一', 'SimSun'), 'rtf', 1))).toBe('CONVERTER_AWAY');
    await none.close();
  });
});
