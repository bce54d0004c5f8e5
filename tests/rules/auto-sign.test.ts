import { id } from '@cinnabar/api/schema.js';
import { autoSignStatus, consentedBefore } from '@cinnabar/server/areas/seals/auto-sign-rules.js';
import { describe, expect, it } from 'vitest';

const templateId = id<'Template'>().read(7, '', { zone: 'UTC' });
const other = id<'Template'>().read(8, '', { zone: 'UTC' });
const first = '2026-01-01T00:00:00.000Z';
const changed = '2026-02-01T00:00:00.000Z';

const consent = (revision = first, at = '2026-01-05T00:00:00.000Z') => ({
  userId: null,
  channel: 'page' as const,
  at,
  revisions: { [templateId]: revision },
});

const record = (manager: ReturnType<typeof consent> | null, member: ReturnType<typeof consent> | null) => ({
  auto_sign: true,
  template_ids: [templateId],
  manager_consent: manager,
  member_consent: member,
});

describe('whether automatic placement is permitted', () => {
  it.each([
    ['nobody has said anything', record(null, null), first, 'awaitingManager'],
    ['the member alone', record(null, consent()), first, 'awaitingManager'],
    ['the manager alone', record(consent(), null), first, 'awaitingMember'],
    ['both', record(consent(), consent()), first, 'inForce'],
    ['both, and the template has changed', record(consent(), consent()), changed, 'awaitingManager'],
    ['the manager anew', record(consent(changed), consent()), changed, 'awaitingMember'],
    ['both anew', record(consent(changed), consent(changed)), changed, 'inForce'],
    ['taken back', { ...record(consent(), consent()), auto_sign: false }, first, 'none'],
    ['for all contracts', { ...record(consent(), consent()), template_ids: [] }, first, 'awaitingManager'],
  ] as const)('%s', (_what, held, revision, status) => {
    expect(autoSignStatus(held, { [templateId]: revision })).toBe(status);
  });

  it('requires all of its templates to be unchanged; a deleted or never displayed one counts as changed', () => {
    const both = record(consent(), consent());
    expect(autoSignStatus(both, {})).toBe('awaitingManager');
    const more = { ...both, template_ids: [templateId, other] };
    expect(autoSignStatus(more, { [templateId]: first, [other]: first })).toBe('awaitingManager');
  });

  it('only in contracts created after both consents', () => {
    const held = record(
      consent(first, '2026-01-05T00:00:00.000Z'),
      consent(first, '2026-01-06T00:00:00.000Z'),
    );
    expect(consentedBefore(held, new Date('2026-01-05T12:00:00Z'))).toBe(false);
    expect(consentedBefore(held, new Date('2026-01-06T00:00:00Z'))).toBe(true);
    expect(consentedBefore({ ...held, member_consent: null }, new Date('2026-01-07T00:00:00Z'))).toBe(false);
  });
});
