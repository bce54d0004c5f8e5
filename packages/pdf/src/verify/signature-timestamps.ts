import { createHash } from 'node:crypto';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { SignerInfo } from '@cinnabar/pki/cms/signed-data.js';
import { checkTimestamp, type TimestampCheck } from './check-timestamp.js';
import { isFromFuture } from './proven-time.js';
import { type Problem, problem } from './reasons.js';
import type { RevisionView } from './revision-view.js';

/** A timestamp of a signature, and the index of the revision that contains it. */
export interface HeldTimestamp {
  readonly check: TimestampCheck;
  readonly heldBy: number;
}

/**
 * The timestamp token for a signature in the validation data (/TS of its /VRI, ISO 32000-2, table 262). It is
 * equivalent to a signature timestamp if it is over the signature value, which is checked.
 * @param values values whose SHA-1 digest may be the key in /VRI: /Contents with and without padding
 */
export function relatedTimestamp(
  views: readonly RevisionView[],
  values: readonly Uint8Array[],
  signer: SignerInfo,
  pool: readonly ParsedCertificate[],
  trusted: readonly ParsedCertificate[],
): HeldTimestamp | null {
  const last = views.at(-1);
  if (last === undefined || !hasRelated(last)) return null;
  const keys = values.map((value) => createHash('sha1').update(value).digest('hex').toUpperCase());
  const token = tokenFor(last, keys);
  if (token === null) return null;
  const heldBy = views.findIndex((view) => tokenFor(view, keys)?.equals(token) === true);
  return { check: checkTimestamp(token, [signer.signature], pool, trusted), heldBy };
}

function hasRelated(view: RevisionView): boolean {
  return view.dictionary(view.catalog.get('DSS'))?.has('VRI') === true;
}

function tokenFor(view: RevisionView, keys: readonly string[]): Buffer | null {
  const related = view.dictionary(view.dictionary(view.catalog.get('DSS'))?.get('VRI'));
  for (const key of keys) {
    const data = view.dictionary(related?.get(key));
    const token = data?.has('TS') === true ? view.decoded(data.get('TS')) : null;
    if (token !== null) return Buffer.from(token);
  }
  return null;
}

/** Why a timestamp of a signature is not relied on; null if it is. */
export function whyUnreliable(
  check: TimestampCheck,
  reliable: ReadonlySet<TimestampCheck>,
  now: Date,
): Problem | null {
  if (reliable.has(check)) return null;
  if (!check.intact) return problem('TIMESTAMP_INVALID');
  if (isFromFuture(check, now)) return problem('TIMESTAMP_FUTURE');
  const isWeak = check.problems.some(({ code }) => code === 'ALGORITHM_WEAK');
  return problem(isWeak ? 'TIMESTAMP_WEAK' : 'TIMESTAMP_UNTRUSTED');
}
