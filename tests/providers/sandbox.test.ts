/** The sandbox's adapters as used by the service, with the limits of their ports. */
import { newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { limitedFaces } from '@cinnabar/server/providers/face/limits.js';
import { FaceUnavailable, faceChannels } from '@cinnabar/server/providers/face/port.js';
import { limitedIdentity } from '@cinnabar/server/providers/identity/limits.js';
import { IdentityUnavailable } from '@cinnabar/server/providers/identity/port.js';
import { uncheckedIdentity } from '@cinnabar/server/providers/identity/unchecked-identity.js';
import { limitedPay } from '@cinnabar/server/providers/pay/limits.js';
import { PayProviderFailed } from '@cinnabar/server/providers/pay/port.js';
import { limitedSms } from '@cinnabar/server/providers/sms/limits.js';
import { type SmsFailure, SmsNotSent } from '@cinnabar/server/providers/sms/port.js';
import { SandboxFaces } from '@cinnabar/server/sandbox/faces.js';
import { SandboxPay, sandboxOrderNo } from '@cinnabar/server/sandbox/pay.js';
import { signedNotice } from '@cinnabar/server/sandbox/pay-notification.js';
import { SandboxSmsOutbox } from '@cinnabar/server/sandbox/sms-outbox.js';
import { expect, test } from 'vitest';
import { freshDatabase } from '../support/fresh-database.js';
import { faceContract } from './face.contract.js';
import { identityContract } from './identity.contract.js';
import { interruptible } from './outage.js';
import { payContract } from './pay.contract.js';
import { smsContract } from './sms.contract.js';

async function openSandboxDatabase() {
  const fresh = await freshDatabase();
  const database = openDatabase({ address: fresh.address, max: 2 });
  return {
    db: database.db,
    async close() {
      await database.close();
      await fresh.drop();
    },
  };
}

smsContract(async () => {
  const { db, close } = await openSandboxDatabase();
  const outbox = new SandboxSmsOutbox(db);
  let next: SmsFailure | null = null;
  const failing = (failure: SmsFailure) => () => {
    next = failure;
  };
  return {
    adapter: limitedSms({
      async send(message) {
        const failure = next;
        next = null;
        if (failure !== null) throw new SmsNotSent(failure, 'as the test wants it');
        await outbox.send(message);
      },
    }),
    accepted: () => db.selectFrom('sandbox_messages').select(['mobile', 'text']).orderBy('id').execute(),
    failures: {
      TRANSIENT: failing('TRANSIENT'),
      REFUSED: failing('REFUSED'),
      TEMPLATE_MISSING: failing('TEMPLATE_MISSING'),
      INVALID_NUMBER: failing('INVALID_NUMBER'),
    },
    close,
  };
});

identityContract('the sandbox', async () => {
  const { port, cutOff } = interruptible(
    uncheckedIdentity,
    () => new IdentityUnavailable('as the test wants it'),
  );
  const person = { realName: '王芳', identNum: '110101199003070009', mobile: '13800138000' };
  const corp = {
    corpName: '北京青禾贸易有限公司',
    corpCode: '91110105MA0000000X',
    legalRepName: '王芳',
    legalRepIdentNo: '110101199003070009',
  };
  const nobody = '110101199003000000';
  return {
    adapter: limitedIdentity(port),
    known: { person, corp },
    wrong: { person: { ...person, identNum: nobody }, corp: { ...corp, legalRepIdentNo: nobody } },
    cutOff,
    close: async () => undefined,
  };
});

faceContract(async () => {
  const { db, close } = await openSandboxDatabase();
  const faces = new SandboxFaces(db);
  const { port, cutOff } = interruptible(faces, () => new FaceUnavailable('as the test wants it'));
  return {
    adapter: limitedFaces(port),
    channels: faceChannels,
    async finish(h5faceId, verdict) {
      await faces.decide(h5faceId, { verdict, identity: null });
      return {};
    },
    cutOff,
    close,
  };
});

payContract(async () => {
  const { db, close } = await openSandboxDatabase();
  const masterKey = openMasterKey(newMasterKey());
  const pay = new SandboxPay({ db, masterKey, baseUrl: 'https://sign.example.com' });
  const failure = () => new PayProviderFailed('TRANSIENT', 'as the test wants it');
  const { port, cutOff } = interruptible(pay, failure);
  return {
    adapter: limitedPay(port),
    account: {
      ...{ payType: 'chatAQrCode', appId: 'wx1', merchantAccount: 'm1', merchantType: 2 },
      ...{ keys: null, notifyUrl: null },
    },
    canFail: true,
    open: () => undefined,
    forgeries: (genuine) => [
      { ...genuine, headers: {} },
      { ...genuine, body: Buffer.from(Buffer.from(genuine.body).toString().replace('CN1', 'CN2')) },
      { ...genuine, body: Buffer.from('{}') },
      { ...genuine, now: new Date(genuine.now.getTime() + 3_600_000) },
    ],
    authCodes: { valid: 'code-1', invalid: 'invalid-1' },
    async pay(businessOrderNo, result, now) {
      const decided = await pay.decide(businessOrderNo, result, now);
      const amount = decided?.amountFen ?? 0;
      const notice = { businessOrderNo, result, amount, providerOrderNo: sandboxOrderNo(businessOrderNo) };
      const { body, headers } = signedNotice(masterKey, notice, now);
      return { body: Buffer.from(body), headers, now };
    },
    cutOff,
    close,
  };
});

test('a face check of the sandbox has the first result, with the identity that was stated', async () => {
  const { db, close } = await openSandboxDatabase();
  const faces = new SandboxFaces(db);
  const { h5faceId } = await faces.begin();
  const identity = { realName: '王芳', identNum: '110101199003070009' };
  await faces.decide(h5faceId, { verdict: 'pass', identity });
  await faces.decide(h5faceId, { verdict: 'fail', identity: null });
  expect(await faces.result({ h5faceId })).toMatchObject({ verdict: 'pass', identity });
  await close();
});
