import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import { invalidField, type Words } from '../../operation/refusal.js';
import { findFilesToUse, type StoredFile } from '../../storage/stored-files.js';
import { ATTACHMENT_FILE } from './attachment-file.js';
import { CONTRACT_FILE } from './contract-file.js';
import type { TemplateDetail } from './template-detail.js';

interface NamedFile {
  readonly fileUrl: string;
}

/** Accepted attachments: every upload for contracts, signed or not. */
const ATTACHABLE: readonly string[] = [CONTRACT_FILE, ATTACHMENT_FILE];

export function isAttachable({ kind }: Pick<StoredFile, 'kind'>): boolean {
  return ATTACHABLE.includes(kind);
}

export const NO_UPLOAD: Words = { zh: '不是本企业上传的文件', en: 'is no upload of this enterprise' };

/** Why an upload of this enterprise cannot be used in this place of a body. */
function wordsFor({ kind }: Pick<StoredFile, 'kind'>): Words {
  return kind === ATTACHMENT_FILE
    ? {
        zh: '是附件，不能作为合同文件，请用 uploadContractFile 上传',
        en: 'is an attachment and no contract file: upload it by uploadContractFile',
      }
    : {
        zh: '不是合同文件或附件，而是另行上传的图片',
        en: 'was uploaded neither as a contract file nor as an attachment',
      };
}

/**
 * The contract files named by a body, in order.
 * @throws Refusal 400 naming the first that is not an upload of this enterprise
 */
export async function filesOfBody(
  db: Db,
  corpId: CorpId,
  contractFileList: readonly NamedFile[],
  now: Date,
): Promise<readonly StoredFile[]> {
  const found = await checkFilesOfBody(db, corpId, { contractFileList, attachmentList: [] }, now);
  return contractFileList.flatMap(({ fileUrl }) => found.get(fileUrl) ?? []);
}

/**
 * Checks the files named by a body.
 * @returns the stored files, by fileUrl
 * @throws Refusal 400 naming the first that is not an upload of this enterprise
 */
export async function checkFilesOfBody(
  db: Db,
  corpId: CorpId,
  body: { readonly contractFileList: readonly NamedFile[]; readonly attachmentList: readonly NamedFile[] },
  now: Date,
): Promise<ReadonlyMap<string, StoredFile>> {
  const keys = [...body.contractFileList, ...body.attachmentList].map(({ fileUrl }) => fileUrl);
  const found = await findFilesToUse(db, corpId, [...new Set(keys)], now);
  const byKey = new Map(found.map((stored) => [stored.fileKey, stored]));
  const check = (list: string, files: readonly NamedFile[], kinds: readonly string[]): void => {
    for (const [index, { fileUrl }] of files.entries()) {
      const stored = byKey.get(fileUrl);
      if (stored !== undefined && kinds.includes(stored.kind)) continue;
      throw invalidField(`${list}[${index}].fileUrl`, stored === undefined ? NO_UPLOAD : wordsFor(stored));
    }
  };
  check('contractFileList', body.contractFileList, [CONTRACT_FILE]);
  check('attachmentList', body.attachmentList, ATTACHABLE);
  return byKey;
}

/**
 * Protects everything that the template refers to from garbage collection for more than two days: a start that read the
 * template before a change refers to it afterwards.
 */
export async function holdFiles(tx: Tx, detail: TemplateDetail, now: Date): Promise<void> {
  await findFilesToUse(tx, detail.template.corp_id, filesOfTemplate(detail), now);
}

/** The keys of everything that the template refers to, each once. */
export function filesOfTemplate({
  files,
  attachments,
  components,
}: Pick<TemplateDetail, 'files' | 'attachments' | 'components'>): readonly string[] {
  const keys = [...files, ...attachments].map(({ stored }) => stored.fileKey);
  const pictures = components.flatMap(({ component_type: type, value }) =>
    type === componentTypes.image && value !== null ? [value] : [],
  );
  return [...new Set([...keys, ...pictures])];
}
