import { faceAuth } from '@cinnabar/api/operations/members.js';
import type { BodyOf } from '../../api/wire.js';
import type { LinkContext } from '../link/link-context.js';

const names = ['code', 'orderNo', 'h5faceId', 'newSign'] as const;
export type FaceResult = Readonly<Record<(typeof names)[number], string>>;

/** The address of a face check that comes back to this page. */
export async function faceCheckAddress(
  link: LinkContext,
  of: Omit<BodyOf<typeof faceAuth>, 'channel' | 'callbackUrl'>,
): Promise<string> {
  const back = new URL(location.href);
  for (const name of names) back.searchParams.delete(name);
  const { url } = await link.call(faceAuth, {
    ...of,
    channel: 'channelA',
    callbackUrl: back.href,
  });
  return url;
}

/**
 * What a check has brought back in the address. Reading it changes nothing: a page may be drawn more than once before
 * it is shown, and what the first drawing took away would be lost to the next.
 */
export function faceResult(): FaceResult | null {
  const { searchParams } = new URL(location.href);
  const [code, orderNo, h5faceId, newSign] = names.map((name) => searchParams.get(name));
  if (code == null || orderNo == null || h5faceId == null || newSign == null) return null;
  return { code, orderNo, h5faceId, newSign };
}

/** Takes it out of the address, so that nobody copies it along. */
export function forgetFaceResult(): void {
  const here = new URL(location.href);
  for (const name of names) here.searchParams.delete(name);
  if (here.href !== location.href) history.replaceState(history.state, '', here);
}
