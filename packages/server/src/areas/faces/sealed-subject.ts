/** The person of a face check, encrypted for that order alone until the check has ended. */
import { object, text } from '@cinnabar/api/schema.js';
import { PLATFORM } from '../../custody/envelope.js';
import type { Services } from '../../operation/services.js';
import type { FaceIdentity } from '../../providers/face/port.js';
import type { FaceOrder } from './face-order.js';

type Named = Pick<FaceOrder, 'orderNo' | 'corpId'>;

const identity = object({ realName: text(1, 100), identNum: text(1, 100) });

export function sealSubject(
  { envelope }: Pick<Services, 'envelope'>,
  order: Named,
  { realName, identNum }: FaceIdentity,
): Promise<Uint8Array> {
  const plain = Buffer.from(JSON.stringify({ realName, identNum }));
  return envelope.encrypt(order.corpId ?? PLATFORM, purposeOf(order), plain);
}

export async function openSubject(
  { envelope }: Pick<Services, 'envelope'>,
  order: Named,
  sealed: Uint8Array,
): Promise<FaceIdentity> {
  const plain = await envelope.decrypt(order.corpId ?? PLATFORM, purposeOf(order), sealed);
  return identity.read(JSON.parse(Buffer.from(plain).toString('utf8')), 'subject', { zone: 'UTC' });
}

function purposeOf({ orderNo }: Named): string {
  return `person of face check ${orderNo}`;
}
