import type { CorpId } from '../../context.js';
import type { Db } from '../../database/schema.js';
import { invalidField } from '../../refusal.js';
import { findFiles, findFilesToUse, type StoredFile } from '../../storage/stored-files.js';
import { CONTRACT_FILE } from './upload-contract-file.js';

interface NamedFile {
  readonly fileUrl: string;
}

/** What attachments may be: everything that was uploaded for contracts, signed or not. */
const ATTACHABLE: readonly string[] = [CONTRACT_FILE, 'attachment'];

/**
 * The contract files that a body names, in its order.
 * @throws Refusal 400 naming the first that is no upload of this enterprise
 */
export async function filesOfBody(
  db: Db,
  corpId: CorpId,
  contractFileList: readonly NamedFile[],
  now: Date,
): Promise<readonly StoredFile[]> {
  await checkFilesOfBody(db, corpId, { contractFileList, attachmentList: [] }, now);
  const found = await findFiles(db, corpId, [...new Set(contractFileList.map(({ fileUrl }) => fileUrl))]);
  return contractFileList.flatMap(({ fileUrl }) => found.find(({ fileKey }) => fileKey === fileUrl) ?? []);
}

/**
 * Checks the files that a body names.
 * @throws Refusal 400 naming the first that is no upload of this enterprise
 */
export async function checkFilesOfBody(
  db: Db,
  corpId: CorpId,
  body: { readonly contractFileList: readonly NamedFile[]; readonly attachmentList: readonly NamedFile[] },
  now: Date,
): Promise<void> {
  const keys = [...body.contractFileList, ...body.attachmentList].map(({ fileUrl }) => fileUrl);
  const found = await findFilesToUse(db, corpId, [...new Set(keys)], now);
  const kindByKey = new Map(found.map((stored) => [stored.fileKey, stored.kind]));
  const check = (list: string, files: readonly NamedFile[], kinds: readonly string[]): void => {
    for (const [index, { fileUrl }] of files.entries()) {
      if (kinds.includes(kindByKey.get(fileUrl) ?? '')) continue;
      throw invalidField(`${list}[${index}].fileUrl`, {
        zh: '不是本企业上传的文件',
        en: 'is no upload of this enterprise',
      });
    }
  };
  check('contractFileList', body.contractFileList, [CONTRACT_FILE]);
  check('attachmentList', body.attachmentList, ATTACHABLE);
}
