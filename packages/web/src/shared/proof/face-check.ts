import { faceAuth } from '@cinnabar/api/operations/members.js';
import type { BodyOf } from '../../api/wire.js';
import type { LinkContext } from '../link/link-context.js';

const names = ['code', 'orderNo', 'h5faceId', 'newSign'] as const;
export type FaceResult = Readonly<Record<(typeof names)[number], string>>;

/** The URL of a face check that returns to this page. */
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
 * Result of a face check, read from the URL. Reading does not remove it: React may render a page more than once before
 * mounting it, and a first render that removed the result would hide it from the next.
 */
export function faceResult(): FaceResult | null {
  const { searchParams } = new URL(location.href);
  const [code, orderNo, h5faceId, newSign] = names.map((name) => searchParams.get(name));
  if (code == null || orderNo == null || h5faceId == null || newSign == null) return null;
  return { code, orderNo, h5faceId, newSign };
}

/** Removes the result from the URL, so that it is not copied along with the address. */
export function forgetFaceResult(): void {
  const here = new URL(location.href);
  for (const name of names) here.searchParams.delete(name);
  if (here.href !== location.href) history.replaceState(history.state, '', here);
}
