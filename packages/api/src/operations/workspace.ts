/** What members keep for their own work on contracts: drafts, and views of the list. */
import { data, operation, page } from '../operation.js';
import { int32, list, object, optional } from '../schema.js';
import {
  contractDraft,
  draftKey,
  givenDraftFields,
  listedDraft,
  savedDraft,
  savedView,
} from '../schemas/contract-draft.js';
import { pagingFields } from '../schemas/paging.js';

const base = { area: 'flows', successCode: '0' } as const;

const exampleKey = '0b9d2a52-6a5e-4f0e-9d43-2f1c8f2f7c11';

/**
 * Saves a contract that is being written, for its author alone; nothing is checked or sent. With
 * `draftVersion`, the version that the caller has read, a draft that was saved elsewhere in between is left unchanged.
 */
export const keepDraft = operation({
  ...base,
  path: '/signTask/contract/keepDraft',
  writes: true,
  request: object({
    draftKey: draftKey(),
    draftVersion: optional(
      int32(0).means(
        '读取时的草稿版本，0 表示尚未保存；此后草稿有变动则拒绝保存',
        'version of the draft when it was read, 0: not saved yet; refused if the draft has changed since',
      ),
    ),
    ...givenDraftFields,
  }),
  answer: data(savedDraft),
  errors: ['TEMPLATE_NOT_FOUND'],
  reasons: ['DRAFT_CHANGED', 'DRAFT_LIMIT'],
  title: { zh: '保存合同草稿', en: 'Save a draft of a contract' },
  example: {
    draftKey: exampleKey,
    step: 2,
    flowTitle: '采购合同',
    participantList: [
      {
        partyKey: 'a',
        participantType: 0,
        participantCorpName: '',
        psnName: '李四',
        psnAccount: '13800138001',
        signOrder: 1,
      },
    ],
  },
});

/** Lists the drafts of the acting member, the one saved last first. */
export const draftList = operation({
  ...base,
  path: '/signTask/contract/draftList',
  request: object({ ...pagingFields }),
  answer: page(listedDraft),
  title: { zh: '分页查询合同草稿', en: 'List drafts of contracts' },
  example: { listPageNo: 1, listPageSize: 10 },
});

export const draftInfo = operation({
  ...base,
  path: '/signTask/contract/draftInfo',
  request: object({ draftKey: draftKey() }),
  answer: data(contractDraft),
  title: { zh: '查询合同草稿', en: 'Look up a draft of a contract' },
  example: { draftKey: exampleKey },
});

/** Deletes a draft that is not to be sent; one that does not exist is no error. */
export const deleteDraft = operation({
  ...base,
  path: '/signTask/contract/deleteDraft',
  writes: true,
  request: object({ draftKey: draftKey() }),
  answer: data(object({})),
  title: { zh: '删除合同草稿', en: 'Delete a draft of a contract' },
  example: { draftKey: exampleKey },
});

/** Lists the views of the list of contracts that the acting member has saved, in their order. */
export const viewList = operation({
  ...base,
  path: '/signTask/contract/viewList',
  request: object({}),
  answer: data(list(savedView)),
  title: { zh: '查询已存视图', en: 'List saved views' },
  example: {},
});

/** Replaces all saved views of the acting member: adds, renames, orders and deletes. */
export const keepViews = operation({
  ...base,
  path: '/signTask/contract/keepViews',
  writes: true,
  request: object({ views: list(savedView, { max: 20 }).means('已存视图，最多 20 个', 'views, at most 20') }),
  answer: data(list(savedView)),
  title: { zh: '保存视图', en: 'Save views' },
  example: { views: [{ viewName: '本周到期', query: 'time=2&from=2026-11-23&to=2026-11-29' }] },
});
