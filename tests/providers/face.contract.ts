import {
  type FaceIdentity,
  type FaceProvider,
  type FaceRequest,
  type FaceResult,
  FaceUnavailable,
  faceChannels,
} from '@cinnabar/server/providers/face/port.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

export interface FacesUnderTest {
  readonly adapter: FaceProvider;
  /** The person's acts on the provider's pages. */
  finish(h5faceId: string, result: FaceResult): Promise<void>;
  /** Makes the provider unreachable. */
  cutOff(): void;
  close(): Promise<void>;
}

const subject: FaceIdentity = { realName: '王芳', identNum: '110101199003070009' };
const request: FaceRequest = { orderNo: 'ORDER1', channel: 'channelA', subject };

/** The contract of every adapter for face checks. */
export function faceContract(open: () => Promise<FacesUnderTest>): void {
  describe('face checks', () => {
    let under: FacesUnderTest;

    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.close());

    test.each(faceChannels)(
      'of %s have an id each, and no result until the person has finished',
      async (channel) => {
        const first = await under.adapter.begin({ ...request, channel });
        const second = await under.adapter.begin({ ...request, channel, orderNo: 'ORDER2' });
        expect(first).toMatch(/^[\w-]{1,64}$/);
        expect(second).not.toBe(first);
        expect(await under.adapter.result(first)).toBeNull();
        await under.finish(first, { verdict: 'pass', identity: null });
        expect(await under.adapter.result(first)).toMatchObject({ verdict: 'pass' });
        expect(await under.adapter.result(second)).toBeNull();
      },
    );

    test('begun without a subject identify who passed', async () => {
      const id = await under.adapter.begin({ ...request, subject: null });
      await under.finish(id, { verdict: 'pass', identity: subject });
      expect(await under.adapter.result(id)).toEqual({ verdict: 'pass', identity: subject });
    });

    test('that failed stay failed', async () => {
      const id = await under.adapter.begin(request);
      await under.finish(id, { verdict: 'fail', identity: null });
      await under.finish(id, { verdict: 'pass', identity: null });
      for (const _ of [1, 2]) expect(await under.adapter.result(id)).toMatchObject({ verdict: 'fail' });
    });

    test('that do not exist have no result', async () => {
      expect(await under.adapter.result('nothing')).toBeNull();
    });

    test('report an unreachable provider as such', async () => {
      const id = await under.adapter.begin(request);
      under.cutOff();
      await expect(under.adapter.begin(request)).rejects.toThrow(FaceUnavailable);
      await expect(under.adapter.result(id)).rejects.toThrow(FaceUnavailable);
    });
  });
}
