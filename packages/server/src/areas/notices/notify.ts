import type { Tx } from '../../database/schema.js';
import { enqueueTogether } from '../../jobs/queue.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import type { SmsMessage } from '../../providers/sms/port.js';
import { forMessage, sendNotice } from '../sms/index.js';
import type { NoticeKind, Said } from './facts.js';
import { smsParameters } from './sms-words.js';
import { mayHaveAddress } from './store.js';

/** What a notice needs of the services. */
export type NoticeServices = Pick<Services, 'mail'>;

/** A notice to a person, by text message, and by mail if there is an address for them. */
export interface Notice<Kind extends NoticeKind = NoticeKind> {
  readonly said: Said<Kind>;
  readonly to: {
    readonly userId: UserId;
    /** The present one; '' while they have none: they then find everything once they have one again. */
    readonly mobile: string;
    /** Enterprises whose addresses for them may be used: the one whose notice it is, first. */
    readonly corpIds: readonly CorpId[];
  };
  /** The contract whose history records that it was not delivered, and whose address for the person is used. */
  readonly about?: SmsMessage['about'];
  /** A notice is sent once per key, however often a job repeats. */
  readonly idempotencyKey: string;
  readonly now: Date;
}

/** Sends the notice after the transaction has committed, and not at all if it rolls back. */
export async function notify<Kind extends NoticeKind>(
  tx: Tx,
  { mail }: NoticeServices,
  { said, to, about, idempotencyKey, now }: Notice<Kind>,
): Promise<void> {
  const { mobile, userId, corpIds } = to;
  await sendNotice(tx, {
    mobile,
    template: said.kind,
    parameters: smsParameters(said),
    idempotencyKey,
    ...(about === undefined ? {} : { about }),
    now,
  });
  // Without a mobile nobody can open a link, which requires a code.
  if (mail === null || mobile === '') return;
  const recipient = { userId, corpIds, flow: about ?? null };
  if (!(await mayHaveAddress(tx, recipient))) return;
  await enqueueTogether(tx, {
    name: 'notices.mail',
    payload: { recipient, said: safe(said), idempotencyKey, time: now.toISOString() },
    key: `notices.mail:${idempotencyKey}`,
  });
}

/** Values that are no users' texts. */
const AS_GIVEN: ReadonlySet<string> = new Set(['kind', 'link']);

/** Mail programs turn whatever resembles an address into a link; users' texts link nowhere. */
function safe(said: { readonly kind: NoticeKind }): Said {
  const copy: Said = JSON.parse(JSON.stringify(said), (name, value: unknown) =>
    typeof value === 'string' && !AS_GIVEN.has(name) ? forMessage(value) : value,
  );
  return copy;
}
