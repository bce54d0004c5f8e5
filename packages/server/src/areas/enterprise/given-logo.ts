import { LOGO_SIDES, MAX_LOGO_BYTES, NO_BRAND } from '@cinnabar/api/brand.js';
import { logoAddress } from '@cinnabar/api/pages/browser-addresses.js';
import { looksLikePng, MAX_PNG_PIXELS } from '@cinnabar/pdf/layout/png-structure.js';
import type { LogoRefusal } from '@cinnabar/pdf/seals/image/read-logo.js';
import { randomToken } from '../../custody/secrets.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId, MemberContext } from '../../operation/context.js';
import { invalidField, type Words } from '../../operation/refusal.js';
import { findLogo, removeLogo, saveLogo } from './logo-store.js';

const FIELD = 'brandLogo';
const { min, max, ratio } = LOGO_SIDES;

const WORDS: Readonly<Record<LogoRefusal, Words>> = {
  NOT_A_PNG: { zh: '须为 base64 编码的 PNG 图片', en: 'must be a PNG image in base64' },
  TOO_LARGE: {
    zh: `每边不得超过 ${max} 像素，总计不得超过 ${MAX_PNG_PIXELS / 1_000_000} 百万像素`,
    en: `must not exceed ${max} px a side and ${MAX_PNG_PIXELS / 1_000_000} megapixels`,
  },
  TOO_SMALL: { zh: `每边须不少于 ${min} 像素`, en: `must have at least ${min} px on each side` },
  TOO_LONG: {
    zh: `长边不得超过短边的 ${ratio} 倍`,
    en: `must not be longer than ${ratio} times its shorter side`,
  },
  BROKEN: { zh: '图片已损坏，无法读取', en: 'is broken and cannot be read' },
  BLANK: { zh: '图片完全透明，看不到内容', en: 'is transparent everywhere' },
};

/** What becomes of the logo: a stored picture takes its place, it is removed, or it stays. */
export type GivenLogo =
  | { readonly hash: string; readonly width: number; readonly height: number }
  | 'removed'
  | 'kept';

/**
 * Reads and stores the logo of a change before its transaction. The address by which the settings name the present logo
 * keeps it, so that settings can be sent back as they were answered.
 * @throws Refusal 400
 */
export async function givenLogo(ctx: MemberContext, given: string | undefined): Promise<GivenLogo> {
  if (given === undefined) return 'kept';
  if (given === NO_BRAND) return 'removed';
  if (given === (await logoAddressOf(ctx.db, ctx.corpId))) return 'kept';
  const bytes = Buffer.from(given.replace(/^data:image\/png;base64,/, ''), 'base64');
  if (bytes.length > MAX_LOGO_BYTES) {
    throw invalidField(FIELD, { zh: '不得超过 512 KiB', en: 'must not exceed 512 KiB' });
  }
  // Rejects obviously invalid input before it enters the queue.
  if (!looksLikePng(bytes)) throw invalidField(FIELD, WORDS.NOT_A_PNG);
  const logo = await ctx.services.documents.readLogo(bytes, { minSide: min, ratio });
  if ('refused' in logo) throw invalidField(FIELD, WORDS[logo.refused]);
  const { hash } = await ctx.services.blobs.put(ctx.corpId, logo.bytes);
  return { hash, width: logo.width, height: logo.height };
}

/** "" if there is none. */
export async function logoAddressOf(db: Db | Tx, corpId: CorpId): Promise<string> {
  const logo = await findLogo(db, corpId);
  return logo === null ? '' : logoAddress(logo.logo_key);
}

/**
 * Saves what was read. The caller has locked the enterprise.
 * @returns the hashes of the pictures before and after, "" for none
 */
export async function changeLogo(
  tx: Tx,
  corpId: CorpId,
  given: GivenLogo,
  now: Date,
): Promise<{ readonly before: string; readonly after: string }> {
  const before = (await findLogo(tx, corpId))?.hash ?? '';
  if (given === 'removed') await removeLogo(tx, corpId);
  if (typeof given === 'string') return { before, after: given === 'kept' ? before : '' };
  // The same picture keeps its key, and what browsers have cached under it.
  if (given.hash !== before) {
    const { hash, width, height } = given;
    await saveLogo(tx, { corp_id: corpId, hash, logo_key: randomToken(), width, height, saved_at: now });
  }
  return { before, after: given.hash };
}
