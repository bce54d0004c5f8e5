import { requestCertificate } from '@cinnabar/api/operations/certificates.js';
import { addExternalRoot } from '@cinnabar/server/authority/external/store.js';
import type { RunningApp } from '../../support/app.js';
import type { Enterprise } from '../../support/given-enterprise.js';
import { makeTestAuthority } from '../../support/test-certificates.js';

/** What another authority has issued, as PEM. */
export interface Certificates {
  /** For the pending request of `poor`. */
  readonly issued: string;
  /** For the same key, in the name of home. */
  readonly otherName: string;
  /** For the pending request of foreign. */
  readonly otherKey: string;
  /** For the key of `poor`, by an authority that nobody trusts. */
  readonly untrusted: string;
}

export async function givenCertificates(
  { app }: RunningApp,
  { home, poor, foreign }: Readonly<Record<'home' | 'poor' | 'foreign', Enterprise>>,
): Promise<Certificates> {
  const [trusted, stranger] = [await makeTestAuthority(), await makeTestAuthority()];
  await addExternalRoot(app.database.db, trusted.root, app.services.clock.now());
  const requestOf = async ({ owner }: Enterprise) =>
    (await owner.client.data(requestCertificate, { way: 'file' })).pem;
  const [own, other] = [await requestOf(poor), await requestOf(foreign)];
  return {
    issued: await trusted.chainFor(own, poor.corpName),
    otherName: await trusted.chainFor(own, home.corpName),
    otherKey: await trusted.chainFor(other, poor.corpName),
    untrusted: await stranger.chainFor(own, poor.corpName),
  };
}
