import type { Db } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { findFile } from '../../storage/stored-files.js';
import { safeEntryName, uniqueNames } from '../../zip/entry-names.js';
import { type ZipEntry, zipStream } from '../../zip/zip-stream.js';
import { type Corp, findCorp, settingsOf } from '../enterprise/index.js';
import { exportedHistory, type Flow, loadFlow } from '../flows/index.js';
import { templateFileEntries, templateForStart } from '../templates/index.js';
import { withManifest } from './manifest.js';
import * as store from './store/export.js';
import { contractsOf, type ExportedContract, exportedLists } from './store/export.js';

interface Step {
  readonly db: Db;
  readonly services: Pick<Services, 'blobs' | 'envelope'>;
  readonly now: Date;
}

/** An enterprise's data as a ZIP file; null: there is no such enterprise. */
export async function exportCorp(step: Step, corpId: CorpId): Promise<AsyncIterable<Uint8Array> | null> {
  const corp = await findCorp(step.db, corpId);
  if (corp === null) return null;
  const about = { exportedAt: step.now, corpId, corpName: corp.corpName };
  return zipStream(withManifest(entriesOf(step, corp), about));
}

const README = `企业数据导出 / Export of an enterprise's data

manifest.json       各文件的大小与 SHA-256 / size and SHA-256 of every file
enterprise.json     企业信息、设置、余额、应用、事件回调与证书 / the enterprise, its settings, balances, applications,
                    webhooks and certificates
members.jsonl       成员 / members
contracts/          合同：contract.json 为基本信息，history.json 为带哈希链的签署过程，另有签署后的 PDF 与附件
                    contracts: contract.json has their facts, history.json the hash-chained history, besides the signed
                    PDFs and attachments
templates/          模板，可在任一 Cinnabar 中导入 / templates, which any Cinnabar imports
seals/              印章图片、授权与使用记录 / pictures of seals, authorisations and uses
ledger.jsonl        账户流水 / movements of the account
orders.jsonl        支付订单 / payment orders
audit.jsonl         审计记录及其哈希链 / the audit with its chain

.jsonl 文件每行一条 JSON 记录。密钥、密码与证件号码不在导出之列。
A .jsonl file has one JSON record per line. Keys, passwords and numbers of identity documents are not part of the export.
`;

async function* entriesOf(step: Step, corp: Corp): AsyncGenerator<ZipEntry> {
  const { db } = step;
  const { corpId } = corp;
  yield { name: 'README.txt', parts: [README] };
  yield jsonEntry('enterprise.json', {
    corpId,
    corpName: corp.corpName,
    corpCode: corp.corpCode,
    legalRepName: corp.legalRepName,
    identStatus: corp.identStatus,
    corpLevel: corp.corpLevel,
    levelExpireTime: corp.levelExpireTime,
    parentId: corp.parentId,
    settings: settingsOf(corp),
    ...(await exportedLists(db, corpId)),
  });
  for (const name of store.longLists) {
    yield { name: `${name}.jsonl`, parts: store.linesOf(db, corpId, name) };
  }
  yield* sealEntries(step, corpId);
  yield* templateEntries(step, corpId);
  for await (const contract of contractsOf(db, corpId)) yield* contractEntries(step, contract);
}

function jsonEntry(name: string, value: unknown): ZipEntry {
  return { name, parts: [JSON.stringify(value, null, 1)] };
}

async function* sealEntries({ db, services }: Step, corpId: CorpId): AsyncGenerator<ZipEntry> {
  const seals = await store.sealsOf(db, corpId);
  const pictureOf = (sealId: number, sealName: string) => `${sealId} ${safeEntryName(sealName)}.png`;
  yield jsonEntry(
    'seals/seals.json',
    seals.map(({ imageHash, ...seal }) => ({ ...seal, picture: pictureOf(seal.sealId, seal.sealName) })),
  );
  for (const { sealId, sealName, imageHash } of seals) {
    const bytes = await services.blobs.get(corpId, imageHash);
    yield { name: `seals/${pictureOf(sealId, sealName)}`, parts: [bytes], isCompressed: true };
  }
}

async function* templateEntries({ db, services }: Step, corpId: CorpId): AsyncGenerator<ZipEntry> {
  const loadPicture = async (key: string): Promise<Uint8Array> => {
    const file = await findFile(db, corpId, key);
    if (file === null) throw new Error(`no stored file ${key}`);
    return services.blobs.get(corpId, file.originalHash ?? file.hash);
  };
  for (const { templateId, templateName } of await store.templatesOf(db, corpId)) {
    const detail = await templateForStart(db, corpId, { templateId });
    if (detail === null) continue;
    yield {
      name: `templates/${templateId} ${safeEntryName(templateName)}.zip`,
      parts: zipStream(templateFileEntries({ services, corpId, loadPicture }, detail)),
      isCompressed: true,
    };
  }
}

/** One file at a time is in memory. */
async function* contractEntries(step: Step, { isCopy, ...key }: ExportedContract): AsyncGenerator<ZipEntry> {
  const flow = await loadFlow(step.db, key.corpId, key.flowId);
  if (flow === null) return;
  const folder = `contracts/${flow.flowId} ${safeEntryName(`${flow.flowCode} ${flow.title}`).trim()}`;
  const names = uniqueNames(flow.files.map(({ fileName }) => `${fileName.replace(/\.[^.]{1,5}$/, '')}.pdf`));
  yield jsonEntry(`${folder}/contract.json`, factsOf(flow, names));
  for (const [index, { currentHash }] of flow.files.entries()) {
    const bytes = await step.services.blobs.get(flow.corpId, currentHash);
    yield { name: `${folder}/${names[index]}`, parts: [bytes], isCompressed: true };
  }
  if (!isCopy) yield* historyEntries(step, flow, folder);
}

async function* historyEntries({ db, services }: Step, flow: Flow, folder: string): AsyncGenerator<ZipEntry> {
  const { history, attachments } = await exportedHistory({ db, services }, flow);
  yield jsonEntry(`${folder}/history.json`, history);
  const names = uniqueNames(attachments.map(({ fileName }) => fileName));
  for (const [index, { fileKey }] of attachments.entries()) {
    const stored = await findFile(db, flow.corpId, fileKey);
    if (stored === null) continue;
    const bytes = await services.blobs.get(flow.corpId, stored.originalHash ?? stored.hash);
    yield { name: `${folder}/attachments/${names[index]}`, parts: [bytes] };
  }
}

function factsOf(flow: Flow, names: readonly string[]) {
  return {
    flowId: flow.flowId,
    flowCode: flow.flowCode,
    title: flow.title,
    status: flow.status,
    corpId: flow.corpId,
    corpName: flow.corpName,
    initiatorName: flow.initiatorName,
    remark: flow.remark,
    endReason: flow.endReason,
    templateId: flow.templateId,
    createTime: flow.createTime,
    startTime: flow.startTime,
    finishTime: flow.finishTime,
    deadline: flow.deadline,
    participants: flow.participants.map((party) => ({
      participantId: party.participantId,
      participantFlag: party.participantFlag,
      type: party.type,
      corpId: party.corpId,
      corpName: party.corpName,
      psnName: party.psnName,
      psnAccount: party.psnAccount,
      draftTime: party.draftTime,
      signTime: party.signTime,
    })),
    values: flow.components.map(({ componentId, componentKey, componentName, participantId, value }) => ({
      componentId,
      componentKey,
      componentName,
      participantId,
      value,
    })),
    copiers: flow.copiers.map(({ corpName, psnName, psnAccount }) => ({ corpName, psnName, psnAccount })),
    files: flow.files.map(({ fileId, fileName, currentHash }, index) => ({
      fileId,
      fileName,
      entry: names[index],
      sha256: currentHash,
    })),
  };
}
