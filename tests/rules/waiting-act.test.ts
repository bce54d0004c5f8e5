import { id } from '@cinnabar/api/schema.js';
import { type SignAct, signAct, signContractInput } from '@cinnabar/api/schemas/flow.js';
import {
  type KeptRequest,
  readStoredRequest,
  storedRequest,
} from '@cinnabar/server/areas/flows/approval/approval.js';
import { describe, expect, test } from 'vitest';

const actor = {
  userId: 5,
  name: '张三',
  corpId: 1,
  appId: 'app',
  source: 'pc',
  address: '192.0.2.1',
  device: null,
  requestId: 'r-1',
};

const fileId = id<'File'>().read(501, 'contractFileId', { zone: 'UTC' });

const act: SignAct = {
  signComponents: [
    {
      componentId: null,
      contractFileId: fileId,
      pageNum: 1,
      positionX: 10.5,
      positionY: 20,
      fieldType: 1,
      sealId: 0,
      specialAttribute: { value: '同意', sealSpecs: 2 },
    },
  ],
};

describe('an act waiting for an approval', () => {
  test('keeps every field of signContract that is not consumed by the request', () => {
    const usedUp = Object.keys(signContractInput.fields).filter(
      (name) => !Object.hasOwn(signAct.fields, name),
    );
    expect(usedUp.sort()).toEqual([
      'authType',
      'code',
      'fillComponents',
      'flowId',
      'h5faceId',
      'newPwd',
      'newSign',
      'newSignature',
      'orderNo',
      'others',
      'participantId',
      'shown',
      'signPwd',
      'verifyCode',
    ]);
  });

  test('is parsed as stored, its fields beside those of the request', () => {
    const request: KeptRequest = { actor, act };
    const stored: unknown = JSON.parse(JSON.stringify(storedRequest(request)));
    expect(stored).toMatchObject({ actor: { name: '张三' }, signComponents: [{ fieldType: 1 }] });
    expect(readStoredRequest('seal', stored)).toEqual(request);
  });

  test('does not exist for the approval of a contract', () => {
    const request: KeptRequest = { actor, autoFill: 2, act: null };
    const stored: unknown = JSON.parse(JSON.stringify(storedRequest(request)));
    expect(stored).toEqual({ actor, autoFill: 2 });
    expect(readStoredRequest('contract', stored)).toEqual(request);
  });
});
