/** Content of a digest of terms: everything binding changes it, and nothing else does. */
import { createHash } from 'node:crypto';
import { SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import { type ActTerms, digestOf } from '@cinnabar/server/areas/flows/sign/rules/act-terms.js';
import { covers, textOf, uncoveredBy } from '@cinnabar/server/areas/flows/sign/rules/intent-cover.js';
import type { PlannedMark } from '@cinnabar/server/areas/flows/sign/rules/planned-mark.js';
import { describe, expect, test } from 'vitest';
import { component, file, flow, idOf, participant } from '../support/flow-model.js';

const text = component(1, 1, { value: '一万元' });
const area = component(2, 1, { componentType: 6 });
const remark = component(3, 2, {
  componentType: 6,
  value: '同意',
  placed: { kind: 'remark', free: true, seal: null, picture: null, salt: null },
});
const base = flow({ components: [text, area, remark], participants: [participant(1), participant(2)] });
const attachment = { attachmentId: idOf<'Attachment'>(901), fileName: '附件.pdf', hash: 'b'.repeat(64) };
const late = { attachmentId: idOf<'Attachment'>(902), fileName: '补充.pdf', hash: 'c'.repeat(64) };

function mark(change: Partial<PlannedMark> = {}): PlannedMark {
  return {
    path: 'signComponents[0]',
    file,
    box: { page: 1, x: 100, y: 100, width: 159, height: 159 },
    area,
    kind: 'seal',
    seam: false,
    sealId: idOf<'Seal'>(601),
    attribute: area.attribute,
    value: null,
    image: null,
    ...change,
  };
}

const sealed = { planned: mark(), sealId: 601, pictureHash: 'd'.repeat(64) };
const terms: ActTerms = {
  flow: base,
  participantId: idOf(101),
  attachments: [attachment],
  agreements: [{ name: 'electronicSignature', version: '1' }],
  marks: [sealed],
};
const digest = (of: ActTerms) => digestOf(of).digest;

test('a digest is the SHA-256 of its preimage, which is canonical JSON', () => {
  const { digest: hash, preimage } = digestOf(terms);
  expect(createHash('sha256').update(preimage).digest('hex')).toBe(hash);
  expect(Object.keys(JSON.parse(preimage))).toEqual(Object.keys(JSON.parse(preimage)).toSorted());
});

describe('a digest', () => {
  const other = participant(2, {
    payee: { payeeId: idOf(1), amountFen: 100, paid: false, audited: false, priority: 0, remark: null },
  });
  test.each<readonly [string, ActTerms]>([
    ['another flow', { ...terms, flow: { ...base, flowId: idOf(401) } }],
    ['another participant', { ...terms, participantId: idOf(102) }],
    ['another salt', { ...terms, flow: { ...base, digestSalt: '6'.repeat(64) } }],
    ['the title', { ...terms, flow: { ...base, title: '采购合同（改）' } }],
    ['the deadline', { ...terms, flow: { ...base, deadline: new Date('2027-01-01T00:00:00Z') } }],
    ['what a party pays', { ...terms, flow: { ...base, participants: [participant(1), other] } }],
    [
      'who a party is',
      { ...terms, flow: { ...base, participants: [participant(1), participant(2, { psnName: '王五' })] } },
    ],
    ['a file', { ...terms, flow: { ...base, files: [{ ...file, baseHash: 'e'.repeat(64) }] } }],
    ['a value', { ...terms, flow: { ...base, components: [{ ...text, value: '二万元' }, area, remark] } }],
    [
      'text of another participant',
      { ...terms, flow: { ...base, components: [text, area, { ...remark, value: '不同意' }] } },
    ],
    ['an attachment', { ...terms, attachments: [{ ...attachment, hash: 'f'.repeat(64) }] }],
    ['a version of an agreement', { ...terms, agreements: [{ name: 'electronicSignature', version: '2' }] }],
    ['no mark', { ...terms, marks: [] }],
    ['another seal', { ...terms, marks: [{ ...sealed, sealId: 602 }] }],
    ['another face of the seal', { ...terms, marks: [{ ...sealed, pictureHash: 'e'.repeat(64) }] }],
    [
      'a thousandth of a pixel',
      { ...terms, marks: [{ ...sealed, planned: mark({ box: { ...mark().box, x: 100.001 } }) }] },
    ],
    [
      'the words of a remark',
      {
        ...terms,
        marks: [{ planned: mark({ kind: 'remark', value: '甲' }), sealId: null, pictureHash: null }],
      },
    ],
  ])('changes with %s', (_what, changed) => {
    expect(digest(changed)).not.toBe(digest(terms));
  });

  test.each<readonly [string, ActTerms]>([
    ['another revision', { ...terms, flow: { ...base, revision: 7, eventHead: 'x', eventCount: 3 } }],
    ['a signature', { ...terms, flow: { ...base, files: [{ ...file, currentHash: 'e'.repeat(64) }] } }],
    [
      'the seal of another participant',
      {
        ...terms,
        flow: {
          ...base,
          components: [
            ...base.components,
            component(9, 2, {
              componentType: 6,
              placed: { kind: 'seal', free: true, seal: null, picture: null, salt: null },
            }),
          ],
        },
      },
    ],
    [
      'who has signed',
      {
        ...terms,
        flow: { ...base, participants: [participant(1), participant(2, { signStatus: SignStatus.signed })] },
      },
    ],
    ['the order of values', { ...terms, flow: { ...base, components: [remark, area, text] } }],
  ])('does not change with %s', (_what, same) => {
    expect(digest(same)).toBe(digest(terms));
  });
});

describe('an intent', () => {
  const exact = { scope: 'commands', ...digestOf(terms) } as const;
  const wordless = { scope: 'text', ...digestOf(textOf(terms)) } as const;

  test('for certain commands covers only these', () => {
    expect(covers(exact, terms)).toBe(true);
    expect(covers(exact, { ...terms, marks: [] })).toBe(false);
  });

  test('for the text covers marks that add no text to it', () => {
    expect(covers(wordless, terms)).toBe(true);
    for (const planned of [
      mark({ kind: 'remark', value: '另加' }),
      mark({ kind: 'date', attribute: { ...area.attribute, dateFormat: '欠款100万 yyyy' } }),
    ]) {
      const worded = { ...terms, marks: [{ planned, sealId: null, pictureHash: null }] };
      expect(covers(wordless, worded)).toBe(false);
    }
  });

  test('stays valid when an attachment is added, which it does not cover', () => {
    const now = { ...terms, attachments: [attachment, late] };
    expect(covers(exact, now)).toBe(true);
    expect(uncoveredBy(exact, now)).toEqual([late.attachmentId]);
    expect(covers(exact, { ...terms, attachments: [] })).toBe(false);
  });
});
