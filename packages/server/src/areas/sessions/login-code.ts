/** Log-in by a code sent to the mobile of a member. */

import { PLATFORM } from '../../custody/envelope.js';
import { hashToken } from '../../custody/secrets.js';
import type { Db } from '../../database/schema.js';
import { enqueue } from '../../jobs/queue.js';
import { defineJob, type JobDefinition } from '../../jobs/tasks.js';
import type { Context, UserId } from '../../operation/context.js';
import { refuseCode, refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { SmsNotSent } from '../../providers/sms/port.js';
import { isIdle, userByMobile } from '../members/index.js';
import {
  type CodeBinding,
  deliverCode,
  loginUse,
  prepareCode,
  requireCode,
  visitorAsker,
} from '../sms/index.js';
import { limitWrongTries } from './limit-wrong-tries.js';
import { mayLogIn } from './may-log-in.js';
import { noteRefused } from './refused-logins.js';
import { isKnownDevice } from './store/devices.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'sessions.loginCode': {
      readonly mobile: string;
      /** Encrypted, because codes are stored nowhere else in plain text. */
      readonly digits: string;
      /** ISO 8601. */
      readonly sentAt: string;
    };
  }
}

/** A code that is delivered later than this would arrive when it is about to expire. */
const LATE_MS = 4 * 60_000;

interface CodeRequest {
  readonly mobile: string;
  readonly asked: string;
  /** Identifies the browser; null: nobody has logged in with it. */
  readonly deviceToken: string | null;
}

function bindingOf(mobile: string, asked: string): CodeBinding {
  return { mobile, asker: visitorAsker(asked), purpose: 'login', subject: [] };
}

/**
 * A job sends the code, and only to members. The request does the same for every mobile, so that neither its answer nor
 * its duration tells whose mobile it is. Requests from a browser with which the person has logged in before have their
 * own share of the daily codes, so that outsiders cannot use up all of them.
 * @throws Refusal CODE_LIMITED
 */
export async function requestLoginCode(
  ctx: Pick<Context, 'db' | 'services' | 'now' | 'address'>,
  { mobile, asked, deviceToken }: CodeRequest,
): Promise<void> {
  const isKnown = await isKnownDevice(ctx.db, mobile, hashToken(deviceToken ?? ''));
  const share = isKnown ? 'own' : 'bare';
  const digits = await prepareCode(ctx, { ...bindingOf(mobile, asked), use: loginUse(), share });
  const sealed = await ctx.services.envelope.encrypt(PLATFORM, sealing(mobile), Buffer.from(digits));
  await enqueue(ctx.db, 'sessions.loginCode', {
    mobile,
    digits: Buffer.from(sealed).toString('base64'),
    sentAt: ctx.now.toISOString(),
  });
}

function sealing(mobile: string): string {
  return `login code ${mobile}`;
}

export function loginCodeJob(
  db: Db,
  services: Pick<Services, 'sms' | 'ids' | 'envelope' | 'config'>,
): JobDefinition {
  return defineJob('sessions.loginCode', async ({ mobile, digits, sentAt }, { now }) => {
    if (now.getTime() - Date.parse(sentAt) > LATE_MS) return;
    const person = await userByMobile(db, mobile);
    if (person === null || !(await mayLogIn(db, person.userId))) return;
    const plain = await services.envelope.decrypt(PLATFORM, sealing(mobile), Buffer.from(digits, 'base64'));
    const message = { mobile, purpose: 'login', use: loginUse(), sentAt: new Date(sentAt) } as const;
    try {
      await deliverCode(services, { ...message, digits: Buffer.from(plain).toString('utf8') });
    } catch (error) {
      if (!(error instanceof SmsNotSent) || error.failure === 'TRANSIENT') throw error;
    }
  });
}

/**
 * The member whose mobile the code was sent to.
 * @throws Refusal CODE_WRONG, CODE_ENDED, CREDENTIALS_LIMITED; FACE_REQUIRED after a long absence, because the mobile may
 * belong to somebody else by now
 */
export async function requireLoginCode(
  ctx: Pick<Context, 'db' | 'services' | 'now' | 'address' | 'device' | 'requestId'>,
  { mobile, asked, code }: { readonly mobile: string; readonly asked: string | null; readonly code: string },
): Promise<UserId> {
  const { db, services, now } = ctx;
  const required = async () => {
    if (asked === null) throw refuseCode('CODE_ENDED', 0);
    await requireCode({ db, services }, { ...bindingOf(mobile, asked), code, now });
    const person = await userByMobile(db, mobile);
    // Nobody else was sent the code.
    if (person === null || !(await mayLogIn(db, person.userId))) throw refuseCode('CODE_ENDED', 0);
    if (services.faces !== null && (await isIdle(db, person.userId, now))) throw refuseFor('FACE_REQUIRED');
    return person.userId;
  };
  return limitWrongTries(ctx, () => noteRefused(ctx, { mobile, method: 'sms' }, required));
}
