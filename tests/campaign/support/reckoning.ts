/** Holds what the database has against what was answered. */
import { createHash } from 'node:crypto';
import type { Id } from '@cinnabar/api/schema.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { checkAllChains } from '@cinnabar/server/areas/audit/index.js';
import { FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import type { Db } from '@cinnabar/server/database/schema.js';
import { referencedBlobs } from '@cinnabar/server/unused-files/references.js';
import { sql } from 'kysely';
import type { RunningApp } from '../../support/app.js';
import {
  inconsistencies,
  ledgerProblems,
  readStoredFlow,
  type StoredFlow,
} from '../../support/flow-consistency.js';
import { pdfsig } from '../../support/pdf/pdf-tools.js';
import type { Answered } from './journal.js';

/** Signed files that poppler verifies, too. */
const SAMPLE = 20;

/** Acts that were answered and are not, or not wholly, in the database. */
export async function missingActs(db: Db, acts: readonly Answered[]): Promise<readonly string[]> {
  const problems: string[] = [];
  const flows = new Map<number, StoredFlow>();
  for (const act of acts) {
    if (act.kind === 'uploaded') continue;
    const { flowId } = act;
    let stored = flows.get(flowId);
    if (stored === undefined) {
      stored = await readStoredFlow(db, flowId);
      flows.set(flowId, stored);
      problems.push(...(await inconsistencies(db, flowId)));
    }
    if (!isThere(act, stored)) problems.push(`flow ${flowId}: ${JSON.stringify(act)} is lost`);
  }
  return problems;
}

function isThere(act: Answered, { flow, fillings, participants, revisions }: StoredFlow): boolean {
  switch (act.kind) {
    case 'started':
      return flow.source_order_code === act.code;
    case 'filled':
      return fillings.some(({ finished }) => finished.includes(act.participantId));
    case 'signed':
      return participants.some(
        (each) => each.participant_id === act.participantId && each.sign_status === SignStatus.signed,
      );
    case 'refused':
      return flow.status === FlowStatus.refused;
    case 'revoked':
      return flow.status === FlowStatus.revoked;
    case 'downloaded':
      return (
        act.hashes.length > 0 && act.hashes.every((hash) => revisions.some((each) => each.hash === hash))
      );
    case 'uploaded':
      return true;
  }
}

/** Uploads that were answered and are not kept as they were answered. */
export async function missingUploads(
  { app }: RunningApp,
  acts: readonly Answered[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const act of acts) {
    if (act.kind !== 'uploaded') continue;
    const row = await app.database.db
      .selectFrom('stored_files')
      .select(['corp_id', 'hash'])
      .where('file_key', '=', act.fileKey)
      .executeTakeFirst();
    const bytes =
      row === undefined ? null : await app.services.blobs.get(row.corp_id, row.hash).catch(() => null);
    if (bytes === null) problems.push(`the upload ${act.fileKey} is lost`);
  }
  return problems;
}

/** Flows that nobody has started, or that were started twice for one request. */
export async function startedTwice(db: Db, acts: readonly Answered[]): Promise<readonly string[]> {
  const codes = acts.flatMap((act) => (act.kind === 'started' ? [act.code] : []));
  const ids = acts.flatMap((act) => (act.kind === 'started' ? [act.flowId] : []));
  const rows = await db.selectFrom('flows').select(['flow_id', 'source_order_code']).execute();
  const problems: string[] = [];
  if (new Set(ids).size !== ids.length) problems.push('an id of a flow was answered twice');
  if (rows.length !== codes.length) problems.push(`${rows.length} flows, but ${codes.length} were started`);
  const stored = rows.map(({ source_order_code }) => source_order_code);
  for (const code of codes) {
    const count = stored.filter((each) => each === code).length;
    if (count !== 1) problems.push(`the start ${code} was carried out ${count} times`);
  }
  return problems;
}

export interface Reckoning {
  readonly flows: number;
  /** Stored bytes that a row refers to, of all kinds, each compared with its hash. */
  readonly blobs: number;
  /** Newest revisions of the files of signed flows, each verified. */
  readonly signedFiles: number;
  readonly chains: number;
  readonly problems: readonly string[];
}

/**
 * Everything that the database and the store have, whoever wrote it.
 * @param aheadSeconds how far ahead of the true time signatures may have been made
 */
export async function reckonAll({ app }: RunningApp, aheadSeconds = 0): Promise<Reckoning> {
  const { db } = app.database;
  const { blobs, authority, revocationLists, masterKey, clock } = app.services;
  const problems = [...(await ledgerProblems(db))];
  const flows = await db.selectFrom('flows').select(['flow_id', 'corp_id']).orderBy('flow_id').execute();
  const trusted = await authority.trustAnchors();
  const now = new Date(clock.now().getTime() + aheadSeconds * 1000);
  const lists = await revocationLists.all(now);
  const { rows: named } = await sql.raw<{ corp_id: Id<'Corp'>; hash: string }>(referencedBlobs()).execute(db);
  for (const { corp_id, hash } of named) {
    const bytes = await blobs.get(corp_id, hash).catch(() => null);
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== hash)
      problems.push(`enterprise ${corp_id}: the file ${hash} is ${bytes === null ? 'missing' : 'another'}`);
  }
  let signedFiles = 0;
  for (const { flow_id, corp_id } of flows) {
    problems.push(...(await inconsistencies(db, flow_id)));
    const { revisions, signatures } = await readStoredFlow(db, flow_id);
    for (const { hash, file_id } of revisions) {
      const isLast = revisions.findLast((each) => each.file_id === file_id)?.hash === hash;
      if (signatures.length === 0 || !isLast) continue;
      const bytes = await blobs.get(corp_id, hash).catch(() => null);
      // Missing already by the comparison above.
      if (bytes === null) continue;
      signedFiles += 1;
      const { verdict, signatures: found } = await verifyDocument(Buffer.from(bytes), {
        ...{ trusted, revocationLists: lists, now },
      });
      const why = JSON.stringify(found.flatMap((each) => each.problems));
      if (verdict !== 'valid') problems.push(`flow ${flow_id}: file ${file_id} is ${verdict}: ${why}`);
      if (signedFiles > SAMPLE) continue;
      for (const { field, validation } of pdfsig(bytes)) {
        // poppler does not judge the timestamps of documents.
        if (field.startsWith('archive-')) continue;
        if (validation !== 'Signature is Valid.') problems.push(`flow ${flow_id}: ${field}: ${validation}`);
      }
    }
  }
  const log = { info: () => undefined, warn: () => undefined, error: console.error };
  const signal = new AbortController().signal;
  const { chains, broken } = await checkAllChains({ db, masterKey, log, now, signal });
  problems.push(...broken.map((chain) => `the audit chain ${chain} is broken`));
  return { flows: flows.length, blobs: named.length, signedFiles, chains, problems };
}
