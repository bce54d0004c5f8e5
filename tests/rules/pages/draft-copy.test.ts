/** A draft in this browser and at the service: which one counts when the page is opened or a save is refused. */

import { describe, expect, test } from 'vitest';
import { type Draft, emptyDraft } from '../../../packages/web/src/console/new-contract/draft.js';
import { reconciled } from '../../../packages/web/src/console/new-contract/reconcile-draft.js';
import {
  draftOf,
  type StoredDraft,
  savedAs,
} from '../../../packages/web/src/console/new-contract/stored-draft.js';

const titled = (title: string): Draft => ({ ...emptyDraft, title });

describe('a draft is opened', () => {
  test('that nobody has begun: empty', () => {
    expect(reconciled(null, null)).toEqual({ kind: 'agreed', version: 0, draft: emptyDraft });
  });

  test('on another device: as the service has it', () => {
    const known = { version: 4, draft: titled('采购合同') };
    expect(reconciled(null, known)).toEqual({ kind: 'agreed', ...known });
  });

  test('after typing without a connection: with what was typed', () => {
    const copy = { version: 4, draft: titled('新标题'), sent: null };
    expect(reconciled(copy, { version: 4, draft: titled('旧标题') })).toEqual({
      kind: 'agreed',
      version: 4,
      draft: titled('新标题'),
    });
    expect(reconciled({ ...copy, version: 0 }, null)).toMatchObject({ kind: 'agreed', version: 0 });
  });

  test('after a save whose answer was lost: as the next version', () => {
    const copy = { version: 4, draft: titled('再改'), sent: titled('已送达') };
    expect(reconciled(copy, { version: 5, draft: titled('已送达') })).toEqual({
      kind: 'agreed',
      version: 5,
      draft: titled('再改'),
    });
  });

  test('after another window has saved it: the newer version wins, and what was typed here is not lost', () => {
    const copy = { version: 4, draft: titled('这里'), sent: titled('这里') };
    expect(reconciled(copy, { version: 6, draft: titled('那里') })).toEqual({
      kind: 'overtaken',
      version: 6,
      mine: titled('这里'),
    });
    expect(reconciled(copy, { version: 5, draft: titled('那里') })).toMatchObject({ kind: 'overtaken' });
  });

  test('after another window has sent or discarded it: told, and not made again', () => {
    const copy = { version: 4, draft: titled('这里'), sent: null };
    expect(reconciled(copy, null)).toEqual({ kind: 'gone', version: 0, mine: titled('这里') });
  });
});

test('a draft comes back from the service as it was', () => {
  const draft: Draft = {
    step: 2,
    title: '采购合同',
    files: [{ fileName: '合同.pdf', fileUrl: 'files/a.pdf', totalPage: 2, width: 794, height: 1123 }],
    parties: [{ key: 'a', type: 1, corpName: '云帆贸易', name: '李四', mobile: '138', step: 1 }],
    deadline: '2026-12-01',
    isConfidential: true,
    values: { 17: '一万元' },
  };
  const sent = savedAs({ draftKey: 'a-draft-key', templateId: 7 }, draft, 3);
  expect(sent).toMatchObject({ draftKey: 'a-draft-key', draftVersion: 3, templateId: 7 });
  const stored: StoredDraft = JSON.parse(JSON.stringify(sent));
  expect(draftOf(stored)).toEqual(draft);
});
