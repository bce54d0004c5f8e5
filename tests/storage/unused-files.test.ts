import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addComponent, addTemplate } from '@cinnabar/api/operations/templates.js';
import { Envelope } from '@cinnabar/server/custody/envelope.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import type { BlobName } from '@cinnabar/server/storage/blob-backend.js';
import { DiskBackend } from '@cinnabar/server/storage/disk-backend.js';
import { findFile, findFilesToUse, saveFile } from '@cinnabar/server/storage/stored-files.js';
import {
  BLOB_REFERENCES,
  FILE_REFERENCES,
  isBlobReferenced,
} from '@cinnabar/server/unused-files/references.js';
import {
  everyBlob,
  prefixesInTurn,
  removeUnusedFiles,
  type UnusedFilesParts,
} from '@cinnabar/server/unused-files/remove-unused-files.js';
import { removeUnusedUploads } from '@cinnabar/server/unused-files/remove-unused-uploads.js';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ageBlobs } from '../support/age-blobs.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, download, fillAll, givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';
import { uploadedPdf } from '../support/pdf/sample-documents.js';
import { templateBody, templateOf, uploadedBy, uploadPath } from '../support/template-bodies.js';

vi.setConfig({ testTimeout: 60_000 });

const DAY_MS = 24 * 3_600_000;
const DAY_S = 24 * 3600;

let running: RunningApp;
let enterprise: Enterprise;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
});
afterAll(() => running.close());

const db = () => running.app.database.db;
const blobs = () => running.app.services.blobs;
/** The store as opened by another process of the service. */
const backend = () => new DiskBackend({ folder: join(running.dataDir, 'blobs') });
const sweepAll = (parts: UnusedFilesParts, now: Date, { signal } = new AbortController()) =>
  removeUnusedFiles(parts, { now, signal, beginnings: everyBlob() });
const pages = (text: string) => uploadedPdf([{ text }]);

async function storedAs(fileUrl: string) {
  return findFile(db(), enterprise.corpId, fileUrl);
}

/** Every blob that a column names, by a separate query. */
async function namedBlobs(): Promise<readonly { readonly corpId: number; readonly hash: string }[]> {
  const names: { corpId: number; hash: string }[] = [];
  const columns = [...BLOB_REFERENCES, { table: 'flow_files', column: 'current_hash' }];
  for (const { table, column } of columns) {
    const { rows } = await sql<{ corp_id: number; hash: string }>`
      select corp_id, ${sql.ref(column)} as hash from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
      db(),
    );
    for (const row of rows) names.push({ corpId: row.corp_id, hash: row.hash });
  }
  return names;
}

/** The enterprise's blobs on disk. */
async function blobsOnDisk(): Promise<readonly string[]> {
  const folder = join(running.dataDir, 'blobs', String(enterprise.corpId));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('an unused upload', () => {
  it('is deleted after seven days with its blobs, and used ones are kept', async () => {
    const unused = await uploadedBy(enterprise, '没用.pdf', await pages('unused'));
    const usedBytes = await pages('used');
    const used = await uploadedBy(enterprise, '模板.pdf', usedBytes);
    const attached = await uploadedBy(enterprise, '附件.pdf', await pages('attached'));
    await templateOf(enterprise, '引用', used, { attachmentList: [attached] });
    // The same bytes again: two files, the same blobs, one of the files in use.
    const twin = await uploadedBy(enterprise, '模板副本.pdf', usedBytes);
    const [row, twinRow] = [await storedAs(unused.fileUrl), await storedAs(twin.fileUrl)];
    expect(twinRow?.hash).toBe((await storedAs(used.fileUrl))?.hash);

    await ageBlobs(running);
    await running.advance(6.9 * DAY_S);
    expect(await storedAs(unused.fileUrl)).not.toBeNull();
    await running.advance(0.2 * DAY_S);

    expect([await storedAs(unused.fileUrl), await storedAs(twin.fileUrl)]).toEqual([null, null]);
    for (const hash of [row?.hash ?? '', row?.originalHash ?? '']) {
      await expect(blobs().get(enterprise.corpId, hash)).rejects.toThrow('BLOB_NOT_FOUND');
    }
    for (const { fileUrl } of [used, attached]) {
      const kept = await storedAs(fileUrl);
      await blobs().get(enterprise.corpId, kept?.hash ?? '');
      await blobs().get(enterprise.corpId, kept?.originalHash ?? '');
    }
  });

  it('can no longer be referred to', async () => {
    const later = await givenEnterprise(running);
    const upload = await uploadedBy(later, '合同.pdf', await pages('late'));
    await removeUnusedUploads(
      db(),
      ['contract-file'],
      new Date(running.app.services.clock.now().getTime() + 8 * DAY_MS),
    );
    const { envelope } = await later.owner.client.call(addTemplate, templateBody('迟到', upload));
    expect(envelope).toMatchObject({
      code: '400',
      msg: expect.stringContaining('contractFileList[0].fileUrl'),
    });
  });

  it('is kept if it is referred to shortly before', async () => {
    const later = await givenEnterprise(running);
    const upload = await uploadedBy(later, '合同.pdf', await pages('named'));
    const now = running.app.services.clock.now().getTime();
    const sixthDay = new Date(now + 6 * DAY_MS);
    expect(await findFilesToUse(db(), later.corpId, [upload.fileUrl], sixthDay)).toHaveLength(1);
    await removeUnusedUploads(db(), ['contract-file'], new Date(now + 8 * DAY_MS));
    expect(await findFile(db(), later.corpId, upload.fileUrl)).not.toBeNull();
    await removeUnusedUploads(db(), ['contract-file'], new Date(now + 14 * DAY_MS));
    expect(await findFile(db(), later.corpId, upload.fileUrl)).toBeNull();
  });

  it('is never deleted under a concurrent reference', async () => {
    const others = openDatabase({
      address: { connectionString: running.app.services.config.databaseUrl ?? '' },
    });
    const { clock, masterKey } = running.app.services;
    const now = clock.now();
    // The sweep of another process of the service.
    new Envelope({ db: others.db, masterKey, clock });
    for (let round = 0; round < 60; round += 1) {
      const old = new Date(now.getTime() - 8 * DAY_MS);
      const { fileKey } = await saveFile(
        db(),
        {
          corpId: enterprise.corpId,
          hash: 'ab'.repeat(32),
          size: 1,
          fileName: 'a.pdf',
          mediaType: 'application/pdf',
          originalHash: null,
          kind: 'race',
          pages: null,
          createdBy: null,
        },
        old,
      );
      const sweep = () => removeUnusedUploads(db(), ['race'], now);
      const name = () => findFilesToUse(others.db, enterprise.corpId, [fileKey], now);
      const [first, second] = round % 2 === 0 ? [sweep(), name()] : [name(), sweep()];
      await Promise.all([first, second]);
      const found = (await (round % 2 === 0 ? second : first)).length === 1;
      expect((await storedAs(fileKey)) !== null, `round ${round}`).toBe(found);
    }
    await others.close();
  });
});

describe('unreferenced blobs', () => {
  it('of refused requests and killed processes are deleted, all referenced ones are kept', async () => {
    const mine = await givenEnterprise(running);
    const contract = await uploadedBy(mine, '合同.pdf', await pages('contract'));
    await templateOf(mine, '模板', contract);
    const { hash: orphan } = await blobs().put(enterprise.corpId, Buffer.from('a request that was refused'));
    const { hash: young } = await blobs().put(enterprise.corpId, Buffer.from('a request under way'));
    await ageBlobs(running);
    await blobs().put(enterprise.corpId, Buffer.from('a request under way'));

    const parts = { db: db(), backend: backend(), uploadKinds: [] };
    await sweepAll(parts, running.app.services.clock.now());

    const left = await blobsOnDisk();
    expect(left).not.toContain(orphan);
    expect(left).toContain(young);
    const named = await namedBlobs();
    expect(named.length).toBeGreaterThan(4);
    const missing = [];
    for (const name of named) {
      expect(await isBlobReferenced(db(), name)).toBe(true);
      // Files of the race above never had bytes.
      if (name.hash === 'ab'.repeat(32)) continue;
      if ((await backend().get(name)) === null) missing.push(name);
    }
    expect(missing).toEqual([]);
  });

  it('are deleted; everything a flow refers to is kept, at every step of it', async () => {
    const buyer = await givenEnterprise(running);
    const seller = await givenEnterprise(running);
    for (const enterprise of [buyer, seller]) await givenSeal(enterprise);
    const picture = await uploadedBy(
      buyer,
      '公章.png',
      await sharp({ create: { width: 60, height: 40, channels: 3, background: '#e60012' } })
        .png()
        .toBuffer(),
    );
    const template = await givenTemplate(buyer.owner.client);
    const [participant] = template.detail.participantList;
    const [file] = template.detail.contractFileList;
    if (participant === undefined || file === undefined)
      throw new Error('a template without parties or files');
    await buyer.owner.client.data(addComponent, {
      templateId: template.templateId,
      components: [
        {
          participantId: participant.participantId,
          contractFileId: file.fileId,
          componentType: 103,
          componentName: '图',
          value: picture.fileUrl,
          required: 0,
          pageNum: 1,
          positionX: 100,
          positionY: 700,
          specialAttribute: { width: 60, height: 40 },
        },
      ],
    });
    const parts = {
      db: db(),
      backend: backend(),
      uploadKinds: ['contract-file', 'attachment', 'picture', 'seal-upload', 'seal-preview'],
    };
    const sweep = async () => {
      await ageBlobs(running);
      await sweepAll(parts, new Date(running.app.services.clock.now().getTime() + 8 * DAY_MS));
      // The sweep has run with a clock eight days ahead; the clock returns to when the next one runs.
      await db()
        .updateTable('stored_files')
        .set({ kept_from: new Date(0) })
        .execute();
    };
    await sweep();
    expect(await findFile(db(), buyer.corpId, picture.fileUrl)).not.toBeNull();
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
      autoFill: 2,
      fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
    });
    await sweep();
    await fillAll(seller.owner, flowId, '上海市');
    await sweep();
    await sign(buyer.owner, flowId);
    await sweep();
    await sign(seller.owner, flowId);
    await sweep();
    const missing = [];
    for (const name of await namedBlobs()) {
      if (name.hash !== 'ab'.repeat(32) && (await backend().get(name)) === null) missing.push(name);
    }
    expect(missing).toEqual([]);
    expect((await download(seller.owner, flowId)).length).toBeGreaterThan(10_000);
  });

  it('page pictures are deleted with their document', async () => {
    const mine = await givenEnterprise(running);
    const contract = await uploadedBy(mine, '合同.pdf', await pages('pictured'));
    const stored = await findFile(db(), mine.corpId, contract.fileUrl);
    const { hash } = await blobs().put(mine.corpId, Buffer.from('a picture'));
    const now = running.app.services.clock.now();
    await db()
      .insertInto('page_pictures')
      .values({
        corp_id: mine.corpId,
        document_hash: stored?.hash ?? '',
        page: 1,
        width: 600,
        picture_hash: hash,
        created_at: now,
      })
      .execute();
    const sweep = async (at: Date) => {
      await ageBlobs(running);
      await sweepAll({ db: db(), backend: backend(), uploadKinds: ['contract-file'] }, at);
    };
    await sweep(now);
    await blobs().get(mine.corpId, hash);
    await sweep(new Date(now.getTime() + 8 * DAY_MS));
    expect(await backend().get({ corpId: mine.corpId, hash })).toBeNull();
    expect(await backend().get({ corpId: mine.corpId, hash: stored?.hash ?? '' })).toBeNull();
  });

  it('are left to a later run when the process is about to end', async () => {
    for (const text of ['one', 'another']) await blobs().put(enterprise.corpId, Buffer.from(text));
    await ageBlobs(running);
    const ending = new AbortController();
    const asked: BlobName[] = [];
    class WatchedBackend extends DiskBackend {
      override delete(...given: Parameters<DiskBackend['delete']>): Promise<boolean> {
        asked.push(given[0]);
        ending.abort();
        return super.delete(...given);
      }
    }
    const watched = new WatchedBackend({ folder: join(running.dataDir, 'blobs') });
    const parts = { db: db(), backend: watched, uploadKinds: [] };
    await sweepAll(parts, running.app.services.clock.now(), ending);
    expect(asked).toHaveLength(1);
  });

  it('are swept in parts every half hour, all of them in 32 hours', () => {
    const begin = new Date('2026-11-20T10:00:00Z').getTime();
    const seen = new Set<string>();
    for (let run = 0; run < 64; run += 1) {
      for (const beginning of prefixesInTurn(new Date(begin + run * 1_800_000))) seen.add(beginning);
    }
    expect([...seen].sort()).toEqual(everyBlob());
  });
});

it('uploading the same bytes during a sweep yields a readable file', async () => {
  const mine = await givenEnterprise(running);
  const bytes = await pages('again and again');
  const parts = { db: db(), backend: backend(), uploadKinds: ['contract-file'] };
  for (let round = 0; round < 4; round += 1) {
    await uploadedBy(mine, '旧.pdf', bytes);
    await ageBlobs(running);
    const soon = new Date(running.app.services.clock.now().getTime() + 8 * DAY_MS);
    await db()
      .updateTable('stored_files')
      .set({ kept_from: new Date(0) })
      .where('corp_id', '=', mine.corpId)
      .execute();
    let sweeping = true;
    const sweeps = (async () => {
      while (sweeping) await sweepAll(parts, new Date(soon.getTime() - 7.5 * DAY_MS));
    })();
    const { envelope } = await mine.owner.client.upload<{ fileUrl: string }>(uploadPath, {
      name: '新.pdf',
      bytes,
    });
    sweeping = false;
    await sweeps;
    expect(envelope.code).toBe('200');
    const stored = await findFile(db(), mine.corpId, envelope.data.fileUrl);
    await blobs().get(mine.corpId, stored?.hash ?? '');
    await blobs().get(mine.corpId, stored?.originalHash ?? '');
  }
});

describe('every column that refers to a file or a blob is known to the sweep', () => {
  /** Hashes of other things, and blobs to which other columns refer as well. */
  const OTHER_HASHES = [
    'access_tokens.token_hash',
    'applications.previous_secret_hash',
    'applications.secret_hash',
    'check_codes.code_hash',
    'consents.text_hash',
    'electronic_seals.face_hash',
    'erased_blobs.hash',
    'console_sessions.session_hash',
    'platform_sessions.session_hash',
    'personal_contract_permissions.text_hash',
    'flow_batches.request_hash',
    'flow_events.hash',
    'flow_files.current_hash',
    'handwriting_pads.session_hash',
    'handwriting_pads.token_hash',
    'link_grants.token_hash',
    'link_sessions.session_hash',
    'login_challenges.challenge_hash',
    'audit_links.hash',
    'login_devices.device_hash',
    'page_pictures.document_hash',
    'person_sessions.session_hash',
    'recovery_codes.code_hash',
  ];

  it('by its name', async () => {
    const { rows } = await sql<{ name: string; type: string }>`
      select table_name || '.' || column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and (column_name like '%hash' or column_name like '%file_key')`.execute(
      db(),
    );
    const known = new Set([
      ...[...BLOB_REFERENCES, ...FILE_REFERENCES].map(({ table, column }) => `${table}.${column}`),
      ...OTHER_HASHES,
      'stored_files.file_key',
    ]);
    // Blob names are texts; hashes in bytes belong to tokens and requests.
    expect(
      rows.filter(({ name, type }) => type === 'text' && !known.has(name)).map(({ name }) => name),
    ).toEqual([]);
    const columns = new Set(rows.map(({ name }) => name));
    for (const { table, column } of BLOB_REFERENCES) expect(columns).toContain(`${table}.${column}`);
  });
});
