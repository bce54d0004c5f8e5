import { EngineFailed } from '@cinnabar/pdf/engine/engine.js';
import type { PictureRefusal } from '@cinnabar/pdf/layout/read-picture.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { Words } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { isFileKey } from '../../storage/file-key.js';
import { findFile, findFilesToUse, type StoredFile, saveFile } from '../../storage/stored-files.js';

/** Purpose of pictures given as a value instead of an upload. */
export const PICTURE_FILE = 'picture';

const DATA_URL = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/\s]+={0,2}\s*)$/;
/** Limit for a picture embedded in a request. */
const MAX_BYTES = 512 * 1024;

const WORDS: Readonly<Record<PictureRefusal, Words>> = {
  NOT_A_PICTURE: { zh: '不是 PNG 或 JPEG 图片', en: 'is no PNG or JPEG' },
  TOO_LARGE: { zh: '图片超过 4000 万像素', en: 'is a picture of more than 40 megapixels' },
  BROKEN: { zh: '图片已损坏', en: 'is a broken picture' },
};

/** Whether a text can be the value of an image control: a storage key, or an embedded picture. */
export function readPictureValue(given: string): { readonly drawn: string } | { readonly problem: Words } {
  const text = given.trim();
  if (isFileKey(text)) return { drawn: text };
  const [, encoded] = DATA_URL.exec(text) ?? [];
  if (encoded === undefined) {
    return {
      problem: {
        zh: '须为已上传图片的 fileUrl，或 PNG、JPEG 的 base64 data URL',
        en: 'must be the fileUrl of an uploaded picture, or a data URL of PNG or JPEG in base64',
      },
    };
  }
  if (Buffer.byteLength(encoded, 'base64') > MAX_BYTES) {
    return {
      problem: { zh: '图片超过 512 KiB，请先上传', en: 'is a picture of more than 512 KiB: upload it' },
    };
  }
  return { drawn: text };
}

export interface PictureKeeper {
  readonly services: Pick<Services, 'documents' | 'blobs'>;
  readonly db: Db;
  readonly now: Date;
  /** The enterprise whose uploads may be named, and the requester. */
  readonly corpId: CorpId;
  readonly actingMember: { readonly userId: UserId };
}

/**
 * The storage key of a picture as a value of `owner`'s contract: that enterprise's own upload unchanged; a
 * counterparty's upload, or an embedded picture, as a new file. `kept` is the control's present value.
 */
export async function keepPicture(
  keeper: PictureKeeper,
  owner: CorpId,
  given: string,
  kept: string | null,
): Promise<{ readonly drawn: string } | { readonly problem: Words }> {
  if (given === kept) return { drawn: given };
  const { services, db, corpId } = keeper;
  const [upload = null] = await findFilesToUse(db, corpId, [given], keeper.now);
  if (isFileKey(given) && upload === null) {
    return { problem: { zh: '不是本企业上传的文件', en: 'is no upload of this enterprise' } };
  }
  const bytes =
    upload === null
      ? Buffer.from(DATA_URL.exec(given)?.[1] ?? '', 'base64')
      : await services.blobs.get(corpId, pictureHash(upload));
  const read = await readPictureSafely(services, bytes);
  if ('refused' in read) return { problem: WORDS[read.refused] };
  if (upload !== null && owner === corpId) return { drawn: given };

  const { hash, size } = await services.blobs.put(owner, read.bytes);
  const saved = await saveFile(
    db,
    {
      corpId: owner,
      hash,
      size,
      fileName: upload?.fileName ?? (read.mediaType === 'image/png' ? 'picture.png' : 'picture.jpg'),
      mediaType: read.mediaType,
      originalHash: null,
      kind: PICTURE_FILE,
      pages: null,
      createdBy: keeper.actingMember.userId,
    },
    keeper.now,
  );
  return { drawn: saved.fileKey };
}

/** The picture of a stored value, ready to be drawn. */
export async function loadPicture(
  services: Pick<Services, 'documents' | 'blobs'>,
  db: Db | Tx,
  corpId: CorpId,
  fileKey: string,
): Promise<Uint8Array> {
  const file = await findFile(db, corpId, fileKey);
  if (file === null) throw new Error(`no stored file ${fileKey}`);
  const read = await readPictureSafely(services, await services.blobs.get(corpId, pictureHash(file)));
  if ('refused' in read) throw new Error(`the picture ${fileKey} is ${read.refused}`);
  return read.bytes;
}

/** A picture uploaded as a contract file has been converted to PDF; its original is used. */
function pictureHash(file: StoredFile): string {
  return file.originalHash ?? file.hash;
}

/** A picture that crashes its decoder is treated as invalid. */
async function readPictureSafely(services: Pick<Services, 'documents'>, bytes: Uint8Array) {
  try {
    return await services.documents.readPicture(bytes);
  } catch (error) {
    if (error instanceof EngineFailed && error.reason !== 'CLOSED') return { refused: 'BROKEN' as const };
    throw error;
  }
}
