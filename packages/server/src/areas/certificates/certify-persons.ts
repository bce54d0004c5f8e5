import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PersonCertifier } from '../../authority/external/person-signer.js';
import { type CertificateSource, ProviderOutage } from '../../providers/certificates/port.js';
import { withTimeLimit } from '../../providers/time-limit.js';

/** A person waits on a page. */
const LIMIT_MS = 15_000;
const SHORTEST_WAIT_MS = 500;

/** Persons' certificates by an authority over the network, within a time limit. */
export function certifyPersons(
  source: CertificateSource,
  roots: readonly Uint8Array[],
  limitMs = LIMIT_MS,
): PersonCertifier {
  return {
    roots,
    async certify(order) {
      const until = performance.now() + limitMs;
      const reference = randomBytes(16).toString('hex');
      for (let isPending = false; ; isPending = true) {
        const asked = source.order({ ...order, reference, kind: 'person', isRenewal: false, isPending });
        const left = Math.max(1, until - performance.now());
        const late = (detail: string) => new ProviderOutage('timeout', 'perhaps', detail);
        const answer = await withTimeLimit(left, asked, late);
        if (answer.state === 'issued') return answer.files;
        const waits = Math.max(SHORTEST_WAIT_MS, answer.retryAfterSeconds * 1000);
        if (performance.now() + waits >= until)
          throw new ProviderOutage(
            'timeout',
            'perhaps',
            `it is pending for ${answer.retryAfterSeconds} s more`,
          );
        await pause(waits);
      }
    },
  };
}
