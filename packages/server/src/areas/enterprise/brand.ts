/** The brand by which signers recognise an enterprise: short name, colour of the header, logo. */
import { isBrandName, isReadable, readBrandColor, senderName } from '@cinnabar/api/brand.js';
import { logoAddress } from '@cinnabar/api/pages/browser-addresses.js';
import type { Db } from '../../database/schema.js';
import type { Corp } from './corp.js';
import { findLogo } from './logo-store.js';

const NAME = 'brandName';
const COLOR = 'brandColor';

/** Empty where nothing is set, or where the stored value is invalid. */
export function brandNameOf({ settings }: Pick<Corp, 'settings'>): string {
  const stored = settings[NAME];
  return typeof stored === 'string' && isBrandName(stored) ? stored : '';
}

/** `#rrggbb`, or "" for the colour of the product. */
export function brandColorOf({ settings }: Pick<Corp, 'settings'>): string {
  const stored = settings[COLOR];
  const color = typeof stored === 'string' ? readBrandColor(stored) : null;
  return color !== null && isReadable(color) ? color : '';
}

/** The enterprise as messages name it. */
export function senderOf(corp: Pick<Corp, 'settings' | 'corpName'>): string {
  return senderName(brandNameOf(corp), corp.corpName);
}

/** What a header shows. */
export interface Brand {
  /** The registered name. */
  readonly corpName: string;
  readonly name: string | null;
  readonly color: string | null;
  readonly logo: { readonly address: string; readonly width: number; readonly height: number } | null;
}

/** null if the enterprise has set nothing of it. */
export async function brandOf(db: Db, corp: Corp): Promise<Brand | null> {
  const [name, color] = [brandNameOf(corp) || null, brandColorOf(corp) || null];
  const found = await findLogo(db, corp.corpId);
  const logo =
    found === null
      ? null
      : { address: logoAddress(found.logo_key), width: found.width, height: found.height };
  if (name === null && color === null && logo === null) return null;
  return { corpName: corp.corpName, name, color, logo };
}
