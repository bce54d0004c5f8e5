import {
  type CorpIdentity,
  type IdentityProvider,
  IdentityUnavailable,
  type PersonIdentity,
} from '@cinnabar/server/providers/identity/port.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

export interface IdentityUnderTest {
  readonly adapter: IdentityProvider;
  /** A person and an enterprise known to the registry ... */
  readonly known: { readonly person: PersonIdentity; readonly corp: CorpIdentity };
  /** ... and the same with unknown numbers. */
  readonly unknown: { readonly person: PersonIdentity; readonly corp: CorpIdentity };
  /** Makes the registry unreachable. */
  cutOff(): void;
  close(): Promise<void>;
}

/** The contract of every adapter for identity checks. */
export function identityContract(open: () => Promise<IdentityUnderTest>): void {
  describe('identity checks', () => {
    let under: IdentityUnderTest;

    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.close());

    test('confirm a registered identity, however often it is queried', async () => {
      const { adapter, known } = under;
      for (const _ of [1, 2]) {
        expect(await adapter.checkPerson(known.person)).toBe(true);
        expect(await adapter.checkCorp(known.corp)).toBe(true);
      }
    });

    test('deny an unknown identity as a result, not as an error', async () => {
      expect(await under.adapter.checkPerson(under.unknown.person)).toBe(false);
      expect(await under.adapter.checkCorp(under.unknown.corp)).toBe(false);
    });

    test('that get no response fail, and disclose no identity', async () => {
      const { adapter, known } = under;
      under.cutOff();
      for (const question of [() => adapter.checkPerson(known.person), () => adapter.checkCorp(known.corp)]) {
        const error = await question().catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(IdentityUnavailable);
        expect(String(error)).not.toContain(known.person.identNum);
        expect(String(error)).not.toContain(known.corp.legalRepIdentNo);
      }
    });
  });
}
