/** What of an object's fields the audit may keep. */
import { maskCertificateNumber, maskMobile } from '../../custody/masking.js';
import type { AuditFacts } from '../../database/tables/audit.js';

type Fact = AuditFacts[string];

const SECRET = /pwd|password|secret|token|verifycode|recovery|credential/i;
const MOBILE = /mobile|account|phone/i;
const NUMBER = /ident(?:ity)?no|identnum|card/i;
const HIDDEN = '***';

/**
 * The fields with secrets hidden and personal numbers masked, by the names of the fields. A caller never passes a
 * secret; this is the second barrier.
 */
export function masked(facts: AuditFacts): AuditFacts {
  return Object.fromEntries(Object.entries(facts).map(([field, value]) => [field, maskedFact(field, value)]));
}

function maskedFact(field: string, value: Fact): Fact {
  if (value === null || typeof value === 'boolean') return value;
  if (SECRET.test(field)) return HIDDEN;
  if (typeof value !== 'string') return value;
  if (MOBILE.test(field)) return maskMobile(value);
  return NUMBER.test(field) ? maskCertificateNumber(value) : value;
}

/** The fields that differ, on either side: what did not change says nothing about the act. */
export function difference(
  before: AuditFacts,
  after: AuditFacts,
): { readonly before: AuditFacts; readonly after: AuditFacts } {
  const differs = (field: string): boolean => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const only = (facts: AuditFacts): AuditFacts =>
    Object.fromEntries(Object.entries(facts).filter(([field]) => differs(field)));
  return { before: only(before), after: only(after) };
}
