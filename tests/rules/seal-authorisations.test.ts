import type { Role } from '@cinnabar/api/permissions.js';
import { id } from '@cinnabar/api/schema.js';
import {
  authorisationStatus,
  authorisationsConflict,
  coversTemplate,
  sealRight,
} from '@cinnabar/server/areas/seals/authorisation-rules.js';
import type { AuthorisationRow } from '@cinnabar/server/areas/seals/authorisation-store.js';
import { oldestUsable } from '@cinnabar/server/areas/seals/rules.js';
import { describe, expect, it } from 'vitest';

const as = <Kind extends string>(number: number) => id<Kind>().read(number, '', { zone: 'UTC' });
const day = (date: string): Date => new Date(`2026-${date}T00:00:00.000Z`);
const now = day('06-15');

const record = (change: Partial<AuthorisationRow> = {}): AuthorisationRow => ({
  corp_id: as(1),
  authorisation_id: as(10),
  seal_id: as(2),
  user_id: as(3),
  author_role: 'SEAL_USER',
  author_range: 0,
  template_ids: [],
  auto_sign: false,
  examiner_notify: false,
  effective_at: day('06-01'),
  expire_at: day('07-01'),
  withdrawn_at: null,
  created_by: as(4),
  created_at: day('06-01'),
  manager_consent: null,
  member_consent: null,
  ...change,
});
const ofTemplates = (...ids: readonly number[]) =>
  ({ author_range: 1, template_ids: ids.map((each) => as<'Template'>(each)) }) as const;

describe('an authorisation is', () => {
  it.each([
    ['in force from its first moment', { effective_at: now }, 1],
    ['in force until the moment before its end', { expire_at: new Date(now.getTime() + 1) }, 1],
    ['in force without end', { expire_at: null }, 1],
    ['not in force before its start', { effective_at: new Date(now.getTime() + 1) }, 2],
    ['over at its end', { expire_at: now }, 3],
    ['over when its end has passed', { expire_at: day('06-14') }, 3],
    ['withdrawn, though its time has not come', { effective_at: day('06-20'), withdrawn_at: now }, 4],
    ['withdrawn, though its time is over', { expire_at: day('06-10'), withdrawn_at: day('06-05') }, 4],
  ] as const)('%s', (_what, change, status) => {
    expect(authorisationStatus(record(change), now)).toBe(status);
  });
});

describe('an authorisation covers', () => {
  it.each([
    ['every template, where it is for all contracts', {}, 7, true],
    ['a flow without template, where it is for all contracts', {}, null, true],
    ['a designated template', ofTemplates(6, 7), 7, true],
    ['no other template', ofTemplates(6, 7), 8, false],
    ['no flow without template, where templates are designated', ofTemplates(6, 7), null, false],
  ] as const)('%s', (_what, change, templateId, covered) => {
    const template = templateId === null ? null : as<'Template'>(templateId);
    expect(coversTemplate(record(change), template)).toBe(covered);
  });
});

describe('two authorisations of a seal', () => {
  it.each([
    ['conflict when they say the same', {}, {}, true],
    ['of two users do not conflict', {}, { user_id: as<'User'>(5) }, false],
    ['of two roles do not conflict', {}, { author_role: 'SEAL_EXAMINER' }, false],
    ['conflict where their times share a moment', {}, { effective_at: day('06-30'), expire_at: null }, true],
    ['may follow each other', {}, { effective_at: day('07-01'), expire_at: day('08-01') }, false],
    ['may follow each other without end', {}, { effective_at: day('07-01'), expire_at: null }, false],
    ['conflict if neither ends', { expire_at: null }, { effective_at: day('12-01'), expire_at: null }, true],
    ['conflict when one lies within the other', {}, { expire_at: day('06-02') }, true],
    ['conflict when all contracts meet templates', {}, ofTemplates(7), true],
    ['conflict when they share a template', ofTemplates(6, 7), ofTemplates(7, 8), true],
    ['do not conflict when they share none', ofTemplates(6), ofTemplates(7, 8), false],
    ['do not conflict when one is withdrawn', {}, { withdrawn_at: day('06-02') }, false],
  ] as const)('%s', (_what, one, other, conflict) => {
    expect(authorisationsConflict(record(one), record(other))).toBe(conflict);
    expect(authorisationsConflict(record(other), record(one))).toBe(conflict);
  });
});

describe('a member’s rights to a seal', () => {
  const none = { user: false, examiner: false };
  const examiner = { author_role: 'SEAL_EXAMINER' } as const;
  const rows: readonly (readonly [
    what: string,
    roles: readonly Role[],
    records: readonly AuthorisationRow[],
    right: object,
  ])[] = [
    ['nothing without role or authorisation', [], [], none],
    ['nothing by roles for other things', ['MEMBER_ADMIN', 'CONTRACT_ADMIN'], [], none],
    ['the owner uses every seal, and examines none', ['OWNER'], [], { ...none, user: true }],
    ['an administrator too', ['ADMIN'], [], { ...none, user: true }],
    ['a seal administrator too', ['SEAL_ADMIN'], [], { ...none, user: true }],
    ['a user uses it', [], [record()], { ...none, user: true }],
    ['an approver uses and examines it', [], [record(examiner)], { user: true, examiner: true }],
    ['an owner who is approver', ['OWNER'], [record(examiner)], { user: true, examiner: true }],
    ['nothing before the start', [], [record({ effective_at: day('06-16') })], none],
    ['nothing after the end', [], [record({ expire_at: day('06-15') })], none],
    ['nothing once withdrawn', [], [record({ withdrawn_at: day('06-10') })], none],
    ['a user for this template', [], [record(ofTemplates(7))], { ...none, user: true }],
    ['nothing for another template', [], [record(ofTemplates(8))], none],
    [
      'approver elsewhere, user here',
      [],
      [record({ ...examiner, ...ofTemplates(8) }), record(ofTemplates(7))],
      { ...none, user: true },
    ],
    [
      'the platform places it under the record that says so',
      [],
      [record(), record({ auto_sign: true, authorisation_id: as(11) })],
      { ...none, user: true },
    ],
    [
      'not under an expired record, nor under one for another template',
      ['OWNER'],
      [
        record({ auto_sign: true, expire_at: day('06-10') }),
        record({ auto_sign: true, ...ofTemplates(8), authorisation_id: as(11) }),
      ],
      { ...none, user: true },
    ],
  ];
  it.each(rows)('%s', (_what, roles, records, right) => {
    expect(sealRight(roles, records, { templateId: as<'Template'>(7), now })).toEqual(right);
  });

  it('in a flow without a template only records for all contracts count', () => {
    const occasion = { templateId: null, now };
    expect(sealRight([], [record(ofTemplates(7))], occasion)).toEqual(none);
    expect(sealRight([], [record()], occasion)).toEqual({ ...none, user: true });
  });
});

describe('the default passes on to', () => {
  const seal = (number: number, status: 1 | 2 | 3 | 4, created: string) => ({
    seal_id: as<'Seal'>(number),
    status,
    created_at: day(created),
  });
  it.each([
    ['the oldest', [seal(3, 1, '02-01'), seal(2, 1, '03-01')], 3],
    ['the lower number of two of one moment', [seal(3, 1, '02-01'), seal(2, 1, '02-01')], 2],
    ['none that is not enabled', [seal(1, 4, '01-01'), seal(2, 2, '01-02'), seal(3, 1, '02-01')], 3],
    ['nobody where none is enabled', [seal(1, 4, '01-01'), seal(2, 3, '01-02')], null],
    ['nobody where there is none', [], null],
  ] as const)('%s', (_what, seals, heir) => {
    expect(oldestUsable(seals)?.seal_id ?? null).toBe(heir);
  });
});
