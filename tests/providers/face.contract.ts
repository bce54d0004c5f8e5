import {
  type FaceChannel,
  type FaceIdentity,
  type FaceProvider,
  type FaceRequest,
  type FaceReturn,
  FaceReturnInvalid,
  FaceUnavailable,
} from '@cinnabar/server/providers/face/port.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

export interface FacesUnderTest {
  readonly adapter: FaceProvider;
  readonly channels: readonly FaceChannel[];
  /** The person's acts on the provider's pages; returns the parameters with which the provider redirects them. */
  finish(h5faceId: string, verdict: 'pass' | 'fail'): Promise<FaceReturn>;
  /** Makes the provider unreachable. */
  cutOff(): void;
  close(): Promise<void>;
}

const subject: FaceIdentity = { realName: '王芳', identNum: '110101199003070009' };
export const faceRequest: FaceRequest = {
  attemptNo: 'attempt1attempt1attempt1attempt1',
  channel: 'channelA',
  subject,
  person: 'person12person12person12person12',
  device: 'phone',
  returnUrl: 'https://sign.example.com/face/order1',
};
const other = { ...faceRequest, attemptNo: 'attempt2attempt2attempt2attempt2' };

/** The contract of every adapter for face checks. */
export function faceContract(open: () => Promise<FacesUnderTest>): void {
  describe('face checks', () => {
    let under: FacesUnderTest;

    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.close());

    /** A check as the service stores it. */
    async function begun(request: FaceRequest) {
      const { h5faceId } = await under.adapter.begin({
        ...request,
        channel: under.channels[0] ?? 'channelA',
      });
      return { ...request, h5faceId };
    }

    test('have an id each, and no result until the person has finished', async () => {
      const { adapter, channels } = under;
      expect(channels.every((channel) => adapter.serves(channel))).toBe(true);
      const [first, second] = [await begun(faceRequest), await begun(other)];
      expect(first.h5faceId).toMatch(/^[\w-]{1,64}$/);
      expect(second.h5faceId).not.toBe(first.h5faceId);
      expect(await adapter.result(first, null)).toBeNull();
      const returned = await under.finish(first.h5faceId, 'pass');
      expect(await adapter.result(first, returned)).toMatchObject({ verdict: 'pass' });
      expect(await adapter.result(second, null)).toBeNull();
    });

    test('are not passed by the return from another check', async () => {
      const [first, second] = [await begun(faceRequest), await begun(other)];
      const returned = await under.finish(first.h5faceId, 'pass');
      const outcome = await under.adapter.result(second, returned).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(FaceReturnInvalid);
      else expect(outcome).not.toMatchObject({ verdict: 'pass' });
    });

    test('that failed stay failed', async () => {
      const check = await begun(faceRequest);
      const returned = await under.finish(check.h5faceId, 'fail');
      for (const _ of [1, 2]) {
        expect(await under.adapter.result(check, returned)).toMatchObject({ verdict: 'fail' });
      }
    });

    test('that do not exist have no result', async () => {
      expect(await under.adapter.result({ ...faceRequest, h5faceId: 'nothing' }, null)).toBeNull();
    });

    test('report an unreachable provider as such', async () => {
      const check = await begun(faceRequest);
      const returned = await under.finish(check.h5faceId, 'pass');
      under.cutOff();
      await expect(begun(other)).rejects.toThrow(FaceUnavailable);
      await expect(under.adapter.result(check, returned)).rejects.toThrow(FaceUnavailable);
    });
  });
}
