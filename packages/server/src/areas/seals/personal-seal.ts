/** Personal seals: the ink of handwriting or of a picture, sized for a person's signature area. */

import type { PersonalSealSource, PersonalSealView, SealId } from '@cinnabar/api/schemas/seal.js';
import type { SealPicture } from '@cinnabar/pdf/model.js';
import type { SealImage } from '@cinnabar/pdf/seals/image/read-seal-image.js';
import type { Db, Tx } from '../../database/schema.js';
import type { MemberContext, UserId } from '../../operation/context.js';
import { linkAddress } from '../../operation/link-address.js';
import { refuse } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import {
  defaultPersonalSeal,
  findPersonalSeal,
  insertPersonalSeal,
  listPersonalSeals,
  type PersonalSealRow,
} from './personal-seal-store.js';
import { personalSealSize } from './rules.js';

export interface PersonalSealSpec {
  readonly sealName: string;
  readonly source: PersonalSealSource;
  /** PNG with transparency, cropped to the ink. */
  readonly picture: Exclude<SealImage, { readonly refused: unknown }>;
}

/** Stores a seal of the acting member; the response of the operations that create one. */
export async function keepPersonalSeal(
  ctx: MemberContext,
  { sealName, source, picture }: PersonalSealSpec,
): Promise<{ readonly sealId: SealId }> {
  const blob = await ctx.services.blobs.put(ctx.corpId, picture.bytes);
  const sealId = await ctx.services.ids.next<'Seal'>();
  const { width, height } = personalSealSize(source, picture);
  return ctx.act(async (tx) => {
    await insertPersonalSeal(tx, {
      corp_id: ctx.corpId,
      seal_id: sealId,
      user_id: ctx.actingMember.userId,
      seal_name: sealName,
      source,
      width,
      height,
      picture_hash: blob.hash,
      created_at: ctx.now,
    });
    return { sealId };
  });
}

/** A person's seals, oldest first, each with a fresh link to its picture. */
export async function personalSeals(
  db: Db,
  services: Pick<Services, 'config' | 'rotatedKeys'>,
  userId: UserId,
  now: Date,
): Promise<readonly PersonalSealView[]> {
  const rows = await listPersonalSeals(db, userId);
  return rows.map((row) => personalSealView(services, row, now));
}

function personalSealView(
  services: Pick<Services, 'config' | 'rotatedKeys'>,
  row: PersonalSealRow,
  now: Date,
): PersonalSealView {
  const picture = {
    kind: 'file',
    corpId: row.corp_id,
    hash: row.picture_hash,
    fileName: `seal-${row.seal_id}.png`,
    mediaType: 'image/png',
    disposition: 'inline',
  } as const;
  return {
    sealId: row.seal_id,
    sealName: row.seal_name,
    source: row.source,
    sealWidth: row.width,
    sealHeight: row.height,
    sealImageUrl: linkAddress(services, picture, now),
    defaultFlag: row.is_default ? 1 : 0,
    createTime: row.created_at,
  };
}

/**
 * The seal named by a person's signature; null: the name seal, which 0 denotes while there is no other default.
 * @throws Refusal SEAL_NOT_FOUND
 */
export async function personalSealForSigning(
  db: Db | Tx,
  userId: UserId,
  sealId: SealId | 0,
): Promise<PersonalSealRow | null> {
  if (sealId === 0) return defaultPersonalSeal(db, userId);
  const seal = await findPersonalSeal(db, userId, sealId);
  if (seal === null) throw refuse('SEAL_NOT_FOUND');
  return seal;
}

/** The seal in the form in which it is placed into documents. */
export async function loadPersonalSeal(
  { blobs }: Pick<Services, 'blobs'>,
  { corp_id, picture_hash, width, height }: PersonalSealRow,
): Promise<SealPicture> {
  return { kind: 'picture', width, height, png: await blobs.get(corp_id, picture_hash) };
}
