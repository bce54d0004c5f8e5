/** A person's own data: its export and its erasure, each with a code of its own purpose. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/my-data.js';
import { originOf, recordAct } from '../areas/audit/index.js';
import { viewConsents, withdrawConsent } from '../areas/consents/index.js';
import { endPersonSession } from '../areas/links/index.js';
import { findUser } from '../areas/members/index.js';
import { erasePerson, exportPerson, viewErasure } from '../areas/personal-data/index.js';
import { hasSecondFactor, requireFactorOf } from '../areas/sessions/index.js';
import { type DataAct, requireCodeForData, sendCodeForData } from '../areas/sms/index.js';
import { printDate } from '../areas/templates/index.js';
import { transact } from '../database/transact.js';
import type { PersonContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { invalidField, Refusal, refuseFor } from '../operation/refusal.js';
import { personCookie } from './person-session.js';

async function viewMyData(ctx: PersonContext): Promise<declared.MyData> {
  const { db, person, now, language } = ctx;
  const { reasons, kept } = await viewErasure(db, person.userId, now);
  return {
    reasons: reasons.map((words) => words[language]),
    needsFactor: await hasSecondFactor(db, person.userId),
    keptContracts: [...kept],
  };
}

async function handlingOf({ db, person }: PersonContext, act: DataAct) {
  const { userId, sessionHash } = person;
  const user = await findUser(db, userId);
  if (user === null || user.mobile === '') throw refuseFor('TOKEN_INVALID');
  return { userId, mobile: user.mobile, session: sessionHash, act };
}

async function sendMyDataCode(ctx: PersonContext, { act }: InputOf<typeof declared.sendMyDataCode>) {
  await sendCodeForData(ctx, await handlingOf(ctx, act));
  return {};
}

/** The factor first: a wrong one leaves the code usable. */
async function requireProof(
  ctx: PersonContext,
  act: DataAct,
  { code, factor }: InputOf<typeof declared.exportMyData>,
): Promise<void> {
  const { db, services, now, person } = ctx;
  const handling = await handlingOf(ctx, act);
  if (await hasSecondFactor(db, person.userId)) {
    if (factor === undefined) throw invalidField('factor', { zh: '必填', en: 'is required' });
    const endSession = () => endPersonSession(db, person.sessionHash);
    const session = {
      userId: person.userId,
      session: person.sessionHash,
      source: 'link',
      endSession,
    } as const;
    await requireFactorOf(ctx, session, factor);
  }
  await requireCodeForData({ db, services }, { ...handling, code, now });
}

async function exportMyData(ctx: PersonContext, given: InputOf<typeof declared.exportMyData>) {
  const { db, services, now } = ctx;
  const { userId } = ctx.person;
  await requireProof(ctx, 'export', given);
  const object = { kind: 'person', id: userId } as const;
  await recordAct(
    db,
    { corpId: null, userId, appId: null, act: 'person.export', object },
    originOf(ctx, 'link'),
  );
  const bytes = await exportPerson({ db, services, now }, userId);
  if (bytes === null) throw refuseFor('TOKEN_INVALID');
  const day = printDate(now, 'yyyyMMdd', services.config.timeZone);
  return { fileName: `cinnabar-${userId}-${day}.zip`, mediaType: 'application/zip', bytes };
}

async function eraseMyData(ctx: PersonContext, given: InputOf<typeof declared.eraseMyData>) {
  const { db, services, person } = ctx;
  await requireProof(ctx, 'erase', given);
  const outcome = await transact(db, (tx) =>
    erasePerson(tx, { userId: person.userId, by: 'themselves' }, originOf(ctx, 'link')),
  );
  if (outcome.kind === 'bound') throw new Refusal('409', outcome.words);
  if (outcome.kind === 'unknown') throw refuseFor('TOKEN_INVALID');
  ctx.setCookie(personCookie(services, ''));
  return { keptContracts: outcome.kind === 'erased' ? [...outcome.kept] : [] };
}

async function listMyConsents({ db, services, person }: PersonContext) {
  const zone = services.config.timeZone;
  const consents = (await viewConsents(db, person.userId)).map(({ acceptedAt, withdrawnAt, ...consent }) => ({
    ...consent,
    acceptTime: formatDateTime(acceptedAt, zone),
    withdrawTime: withdrawnAt === null ? null : formatDateTime(withdrawnAt, zone),
  }));
  return { consents };
}

async function withdrawMyConsent(
  ctx: PersonContext,
  { agreement }: InputOf<typeof declared.withdrawMyConsent>,
) {
  await transact(ctx.db, (tx) => withdrawConsent(tx, ctx.person.userId, agreement, originOf(ctx, 'link')));
  return {};
}

export const myDataRoutes: readonly AnyRoute[] = [
  route('person', declared.viewMyData, viewMyData),
  route('person', declared.sendMyDataCode, sendMyDataCode),
  route('person', declared.exportMyData, exportMyData),
  route('person', declared.eraseMyData, eraseMyData),
  route('person', declared.listMyConsents, listMyConsents),
  route('person', declared.withdrawMyConsent, withdrawMyConsent),
];
