import type { Db } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { safeEntryName, uniqueNames } from '../../zip/entry-names.js';
import { type ZipEntry, zipStream } from '../../zip/zip-stream.js';
import { loadFlow } from '../flows/index.js';
import { findUser, personIdentity, type User } from '../members/index.js';
import { addressesOfPerson } from '../notices/index.js';
import { findBlocks, findDraft, findViews } from '../workspace/index.js';
import * as store from './store/export.js';

export type ExportServices = Pick<Services, 'blobs' | 'envelope'>;

interface Step {
  readonly db: Db;
  readonly services: ExportServices;
  readonly now: Date;
}

/** A person's data as a ZIP file; null: there is no such person. */
export async function exportPerson(step: Step, userId: UserId): Promise<AsyncIterable<Uint8Array> | null> {
  const person = await findUser(step.db, userId);
  return person === null ? null : zipStream(entriesOf(step, person));
}

const README = `个人信息导出 / Export of personal data

data.json    您在本服务中的个人信息 / what this service stores about you
contracts/   您以个人名义签署或收到的合同 / contracts that you have signed or received for yourself
seals/       您的个人签名与印章图片 / pictures of your signatures and seals

以企业名义参与的合同属于企业，data.json 仅列出您参与的环节。密码、动态口令密钥与通行密钥不在导出之列。
Contracts in which you act for an enterprise belong to it: data.json lists your parts in them. Passwords, secrets of
authenticator apps and passkeys are not part of the export.
`;

async function* entriesOf(step: Step, person: User): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', parts: [README] };
  yield { name: 'data.json', parts: [JSON.stringify(await dataOf(step, person), null, 2)] };
  yield* sealEntries(step, person.userId);
  yield* contractEntries(step, person.userId);
}

async function dataOf(step: Step, { userId, mobile, verifiedAt }: User) {
  const { db, services, now } = step;
  const identity = await personIdentity({ db, services }, userId);
  const { drafts, views, blocks } = await store.sealedRows(db, userId);
  return {
    exportedAt: now,
    person: {
      userId,
      mobile,
      realName: identity?.realName ?? null,
      identNum: identity?.identNum ?? null,
      verifiedAt,
    },
    ...(await store.exportedLists(db, userId, mobile)),
    mailAddresses: await addressesOfPerson(db, userId),
    contractDrafts: await Promise.all(
      drafts.map((row) => findDraft(db, { corpId: row.corp_id, userId }, row.draft_key)),
    ),
    savedViews: await Promise.all(views.map((corpId) => findViews(db, { corpId, userId }))),
    templateBlocks: await Promise.all(blocks.map((corpId) => findBlocks(db, { corpId, userId }))),
  };
}

async function* sealEntries({ db, services }: Step, userId: UserId): AsyncGenerator<ZipEntry> {
  for (const { corpId, sealId, sealName, pictureHash } of await store.sealsOfPerson(db, userId)) {
    const bytes = await services.blobs.get(corpId, pictureHash);
    yield { name: `seals/${sealId} ${safeEntryName(sealName)}.png`, parts: [bytes], isCompressed: true };
  }
}

/** One file at a time is in memory. */
async function* contractEntries({ db, services }: Step, userId: UserId): AsyncGenerator<ZipEntry> {
  for (const { corpId, flowId } of await store.ownContracts(db, userId)) {
    const flow = await loadFlow(db, corpId, flowId);
    if (flow === null) continue;
    const folder = safeEntryName(`${flow.flowCode} ${flow.title}`).trim();
    const names = uniqueNames(
      flow.files.map(({ fileName }) => `${fileName.replace(/\.[^.]{1,5}$/, '')}.pdf`),
    );
    for (const [index, { currentHash }] of flow.files.entries()) {
      const bytes = await services.blobs.get(corpId, currentHash);
      yield { name: `contracts/${folder}/${names[index]}`, parts: [bytes], isCompressed: true };
    }
  }
}
