import type { faceAuth } from '@cinnabar/api/members.js';
import type { BodyOf } from '../api/wire.js';
import type { LinkContext } from '../link/link-context.js';

const names = ['code', 'orderNo', 'h5faceId', 'newSign'] as const;
export type FaceResult = Readonly<Record<(typeof names)[number], string>>;

/** The address of a face check that comes back to this page. */
export async function faceCheckAddress(
  link: LinkContext,
  of: Pick<BodyOf<typeof faceAuth>, 'id' | 'authType'>,
): Promise<string> {
  const back = new URL(location.href);
  for (const name of names) back.searchParams.delete(name);
  const { url } = await link.call<typeof faceAuth>('/fetchAuth/faceAuth', {
    ...of,
    channel: 'channelA',
    callbackUrl: back.href,
  });
  return url;
}

/** What a check has brought back in the address, once: it is taken out, so that nobody copies it along. */
export function takeFaceResult(): FaceResult | null {
  const here = new URL(location.href);
  const [code, orderNo, h5faceId, newSign] = names.map((name) => here.searchParams.get(name));
  if (code == null || orderNo == null || h5faceId == null || newSign == null) return null;
  for (const name of names) here.searchParams.delete(name);
  history.replaceState(history.state, '', here);
  return { code, orderNo, h5faceId, newSign };
}
