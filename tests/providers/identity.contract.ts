import {
  type CorpIdentity,
  type IdentityProvider,
  IdentityUnavailable,
  type IdentityVerdict,
  type PersonIdentity,
} from '@cinnabar/server/providers/identity/port.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

export interface IdentityUnderTest {
  readonly adapter: IdentityProvider;
  /** A person and an enterprise known to the registry; null: it has none of that kind ... */
  readonly known: { readonly person: PersonIdentity; readonly corp: CorpIdentity | null };
  /** ... and the same with numbers that do not match. */
  readonly wrong: { readonly person: PersonIdentity; readonly corp: CorpIdentity | null };
  /** Makes the registry unreachable. */
  cutOff(): void;
  close(): Promise<void>;
}

/** The contract of every adapter for identity checks. */
export function identityContract(name: string, open: () => Promise<IdentityUnderTest>): void {
  describe(`identity checks by ${name}`, () => {
    let under: IdentityUnderTest;

    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.close());

    /** The questions that the adapter can answer. */
    const about = ({
      person,
      corp,
    }: IdentityUnderTest['known']): readonly (() => Promise<IdentityVerdict>)[] => [
      () => under.adapter.checkPerson(person),
      ...(corp === null ? [] : [() => under.adapter.checkCorp(corp)]),
    ];

    test('confirm a registered identity, however often it is queried', async () => {
      for (const question of about(under.known)) {
        for (const _ of [1, 2]) expect(await question()).toBe('match');
      }
    });

    test('deny a wrong identity as a result, not as an error', async () => {
      for (const question of about(under.wrong)) expect(await question()).toBe('mismatch');
    });

    test('that get no response fail, and disclose no identity', async () => {
      const { known } = under;
      under.cutOff();
      for (const question of about(known)) {
        const error = await question().catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(IdentityUnavailable);
        expect(String(error)).not.toContain(known.person.identNum);
        expect(String(error)).not.toContain(known.corp?.legalRepIdentNo ?? known.person.identNum);
      }
    });
  });
}
