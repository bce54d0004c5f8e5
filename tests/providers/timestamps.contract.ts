import { createHash } from 'node:crypto';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import type { TimestampSource } from '@cinnabar/pki/timestamps/timestamp-source.js';
import { verifyTimestamp } from '@cinnabar/pki/timestamps/verify-timestamp.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

export interface TimestampsUnderTest {
  readonly source: TimestampSource;
  readonly anchors: readonly ParsedCertificate[];
  readonly now: Date;
  close(): Promise<void>;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** The contract of every source of timestamps. */
export function timestampContract(open: () => Promise<TimestampsUnderTest>): void {
  describe('timestamps', () => {
    let under: TimestampsUnderTest;

    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.close());

    test('cover the digest, chain to a trusted certificate, and fit into the reserved space', async () => {
      const { source, anchors, now } = under;
      const digest = digestOf('signed');
      const stamp = await source.stamp(digest, now);
      const verified = verifyTimestamp(stamp.token, { imprint: () => digest, anchors });
      expect(verified.info.time).toEqual(stamp.time);
      expect(stamp.authority).not.toBe('');
      expect(stamp.token.length).toBeLessThanOrEqual(source.expectedLength);
      expect(() => verifyTimestamp(stamp.token, { imprint: () => digestOf('another'), anchors })).toThrow(
        TimestampError,
      );
    });

    test('requested concurrently have distinct serial numbers', async () => {
      const { source, now } = under;
      const texts = Array.from({ length: 8 }, (_, index) => `signed ${index}`);
      const stamps = await Promise.all(texts.map((text) => source.stamp(digestOf(text), now)));
      expect(new Set(stamps.map(({ serialNumber }) => serialNumber)).size).toBe(texts.length);
      for (const { serialNumber } of stamps) expect(serialNumber).toMatch(/^[0-9a-f]+$/);
    });
  });
}

/** Additional contract of a source that queries external authorities: those given by `open` are all unavailable. */
export function unavailableTimestampContract(open: () => Promise<TimestampsUnderTest>): void {
  test('that no authority issues fail with a known problem', async () => {
    const { source, now, close } = await open();
    await expect(source.stamp(digestOf('signed'), now)).rejects.toThrow(TimestampError);
    await close();
  });
}
