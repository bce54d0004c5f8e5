/** The end of an enterprise in the platform's console: what `corp close` and `corp reopen` do on the command line. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { choice, id, list, nullable, number, object, text } from '../schema.js';
import { anyText, nothing, utcMoment } from './page-fields.js';

const corpId = id<'Corp'>();
const reason = text(1, 500);
const outside = ['404'] as const;
/** It is closed already, or something is owed; it is not closed, or its data are being removed. */
const conflicting = ['404', '409'] as const;

const closing = object({
  corpName: anyText(),
  /** `removing`: it cannot be reopened any more. */
  state: choice(['open', 'closed', 'removing', 'removed']),
  closedAt: nullable(utcMoment()),
  /** When its data are removed. */
  removeAfter: nullable(utcMoment()),
  removedAt: nullable(utcMoment()),
  /** Days between closing and removal. */
  days: number(1),
  members: number(0),
  applications: number(0),
  webhooks: number(0),
  links: number(0),
  automaticSeals: number(0),
  certificates: number(0),
  templates: number(0),
  seals: number(0),
  /** Contracts that stay, because somebody else takes part. */
  contractsKept: number(0),
  contractsRemoved: number(0),
  /** What has to be done first, in the language of the page. */
  remedies: list(anyText()),
});

export const viewPlatformClosing = pageOperation({
  path: '/pages/platform/corps/closing',
  caller: 'platform',
  duties: ['system'],
  request: object({ corpId }),
  answer: data(closing),
  errors: outside,
  title: { zh: '查看关闭企业的影响', en: 'View what closing an enterprise does' },
});

/** `corpName` repeats the name, so that no other enterprise is closed by mistake. */
export const closePlatformCorp = pageOperation({
  path: '/pages/platform/corps/close',
  caller: 'platform',
  duties: ['system'],
  writes: true,
  request: object({ corpId, corpName: text(1, 100), reason }),
  answer: data(nothing),
  errors: conflicting,
  title: { zh: '关闭企业', en: 'Close an enterprise' },
});

export const reopenPlatformCorp = pageOperation({
  path: '/pages/platform/corps/reopen',
  caller: 'platform',
  duties: ['system'],
  writes: true,
  request: object({ corpId, reason }),
  answer: data(nothing),
  errors: conflicting,
  title: { zh: '重新开放企业', en: 'Reopen an enterprise' },
});
