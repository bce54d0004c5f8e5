/**
 * Certificate policies along a path (RFC 5280, 6.1.2 to 6.1.5) for a verifier that accepts any policy. The only
 * question is then whether an authority requires a policy that the certificates below it lack. RFC 5280 maintains a
 * tree for this purpose, which malicious input can grow without bounds; since only its last level matters, only that
 * level is kept (compare RFC 9618).
 */
import { TAG } from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readInteger,
  readObjectIdentifier,
} from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { sameBytes } from '../asn1/same-bytes.js';
import { orNull, type ParsedCertificate } from './parsed-certificate.js';

/** The parts of a certificate on which its policies depend. */
export type PolicyCertificate = Pick<ParsedCertificate, 'subject' | 'issuer' | 'extensions'>;

/** The currently valid policies, each with the equivalent policies that the next certificate may assert. */
type Level = ReadonlyMap<string, ReadonlySet<string>>;

/** Number of certificates after which each rule takes effect; 0: it is in effect. */
interface Countdown {
  explicit: number;
  mapping: number;
  any: number;
}

const NOTHING: Level = new Map();

/**
 * The certificate at which a path violates a policy requirement of its authorities; null if there is none.
 * @param below the path from the end entity upwards, without the trust anchor, which is only a name and a key
 */
export function policyFault<Certificate extends PolicyCertificate>(
  below: readonly Certificate[],
): Certificate | null {
  const beyond = below.length + 1;
  const countdown: Countdown = { explicit: beyond, mapping: beyond, any: beyond };
  let level: Level = new Map([[OID.anyPolicy, new Set([OID.anyPolicy])]]);
  for (const [index, certificate] of [...below.entries()].toReversed()) {
    const isLast = index === 0;
    const next = orNull(() => stepInto(certificate, level, countdown, isLast));
    if (next === null) return certificate;
    level = next;
  }
  return null;
}

/** The level after a certificate; null if the path becomes invalid. @throws DerError */
function stepInto(
  certificate: PolicyCertificate,
  above: Level,
  countdown: Countdown,
  isLast: boolean,
): Level | null {
  const isSelfIssued = sameBytes(certificate.subject, certificate.issuer);
  const policies = policiesOf(certificate);
  const anyCounts = countdown.any > 0 || (!isLast && isSelfIssued);
  const level = policies === null ? NOTHING : levelOf(policies, above, anyCounts);
  if (countdown.explicit === 0 && level.size === 0) return null;
  const mapped = isLast ? level : mappedLevel(certificate, level, countdown.mapping > 0);
  if (mapped === null) return null;
  if (isLast || !isSelfIssued) countDown(countdown);
  constrain(countdown, certificate);
  return isLast && countdown.explicit === 0 && level.size === 0 ? null : mapped;
}

/** RFC 5280, 6.1.3 (d). */
function levelOf(policies: ReadonlySet<string>, above: Level, anyCounts: boolean): Level {
  const expected = new Set([...above.values()].flatMap((values) => [...values]));
  const level = new Map<string, ReadonlySet<string>>();
  for (const policy of policies) {
    if (policy !== OID.anyPolicy && (expected.has(policy) || above.has(OID.anyPolicy)))
      level.set(policy, new Set([policy]));
  }
  if (policies.has(OID.anyPolicy) && anyCounts) {
    for (const policy of expected) if (!level.has(policy)) level.set(policy, new Set([policy]));
  }
  return level;
}

/** RFC 5280, 6.1.4 (a) and (b); null for a mapping of anyPolicy, which is forbidden. @throws DerError */
function mappedLevel(certificate: PolicyCertificate, level: Level, mayMap: boolean): Level | null {
  const mapped = new Map(level);
  for (const [issuerPolicy, subjectPolicies] of mappingsOf(certificate)) {
    if (issuerPolicy === OID.anyPolicy || subjectPolicies.has(OID.anyPolicy)) return null;
    if (!mayMap) mapped.delete(issuerPolicy);
    else if (level.has(issuerPolicy) || level.has(OID.anyPolicy)) mapped.set(issuerPolicy, subjectPolicies);
  }
  return mapped;
}

function countDown(countdown: Countdown): void {
  countdown.explicit = Math.max(0, countdown.explicit - 1);
  countdown.mapping = Math.max(0, countdown.mapping - 1);
  countdown.any = Math.max(0, countdown.any - 1);
}

/**
 * RFC 5280, 6.1.4 (i) and (j); for the end entity 6.1.5 (b), where a requirement counts if it takes effect at once.
 * @throws DerError
 */
function constrain(countdown: Countdown, { extensions }: PolicyCertificate): void {
  const constraints = valueIn(extensions, OID.policyConstraints);
  for (const part of constraints === null ? [] : children(expectTag(constraints, TAG.sequence))) {
    const after = countOf({ ...part, tag: TAG.integer });
    if (part.tag === 0x80) countdown.explicit = Math.min(countdown.explicit, after);
    if (part.tag === 0x81) countdown.mapping = Math.min(countdown.mapping, after);
  }
  const inhibit = valueIn(extensions, OID.inhibitAnyPolicy);
  if (inhibit !== null) countdown.any = Math.min(countdown.any, countOf(inhibit));
}

/** SkipCerts; a negative value would never reach 0. @throws DerError */
function countOf(found: DerElement): number {
  return Math.max(0, Number(readInteger(found)));
}

/** Asserted policies; null without the extension. @throws DerError */
function policiesOf({ extensions }: PolicyCertificate): ReadonlySet<string> | null {
  const found = valueIn(extensions, OID.certificatePolicies);
  if (found === null) return null;
  const policies = children(expectTag(found, TAG.sequence));
  return new Set(
    policies.map((policy) => readObjectIdentifier(children(expectTag(policy, TAG.sequence))[0])),
  );
}

/** Policy mappings, keyed by issuer domain policy. @throws DerError */
function mappingsOf({ extensions }: PolicyCertificate): ReadonlyMap<string, ReadonlySet<string>> {
  const found = valueIn(extensions, OID.policyMappings);
  const mappings = new Map<string, Set<string>>();
  for (const pair of found === null ? [] : children(expectTag(found, TAG.sequence))) {
    const [issuer, subject] = children(expectTag(pair, TAG.sequence)).map(readObjectIdentifier);
    if (issuer === undefined || subject === undefined) continue;
    mappings.set(issuer, (mappings.get(issuer) ?? new Set()).add(subject));
  }
  return mappings;
}

function valueIn(extensions: PolicyCertificate['extensions'], type: string): DerElement | null {
  const extension = extensions.get(type);
  return extension === undefined ? null : readElement(extension.value);
}
