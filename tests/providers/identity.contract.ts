import {
  type CorpIdentity,
  type IdentityProvider,
  IdentityUnavailable,
  type PersonIdentity,
} from '@cinnabar/server/providers/identity/port.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

export interface IdentityUnderTest {
  readonly adapter: IdentityProvider;
  /** Somebody and an enterprise whom the registry knows ... */
  readonly known: { readonly person: PersonIdentity; readonly corp: CorpIdentity };
  /** ... and the same with numbers that it does not know. */
  readonly unknown: { readonly person: PersonIdentity; readonly corp: CorpIdentity };
  /** Makes the registry unreachable from now on. */
  cutOff(): void;
  close(): Promise<void>;
}

/** What every adapter of the port of identity checks promises. */
export function identityContract(open: () => Promise<IdentityUnderTest>): void {
  describe('identity checks', () => {
    let under: IdentityUnderTest;

    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.close());

    test('confirm whom the registry knows, however often they are asked about', async () => {
      const { adapter, known } = under;
      for (const _ of [1, 2]) {
        expect(await adapter.checkPerson(known.person)).toBe(true);
        expect(await adapter.checkCorp(known.corp)).toBe(true);
      }
    });

    test('deny whom it does not know, as an answer and not as an error', async () => {
      expect(await under.adapter.checkPerson(under.unknown.person)).toBe(false);
      expect(await under.adapter.checkCorp(under.unknown.corp)).toBe(false);
    });

    test('that nobody can answer are no answer: they fail, and name nobody', async () => {
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
