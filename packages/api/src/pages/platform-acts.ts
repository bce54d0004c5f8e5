/** What operators and commands have done, in the platform's console. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, type Infer, id, int32, list, nullable, number, object, optional } from '../schema.js';
import { anyText, utcMoment } from './page-fields.js';

/** Acts on one page of the list. */
export const ACTS_PER_PAGE = 20;

const fact = object({ name: anyText(), before: nullable(anyText()), after: nullable(anyText()) });

const platformAct = object({
  entryId: id<'AuditEntry'>(),
  time: utcMoment(),
  /** One of the acts of the audit, such as `corp.balance`. */
  act: anyText(),
  /** null: a command, or somebody who is no operator any more. */
  operatorName: nullable(anyText()),
  isCommand: boolean(),
  /** null: the platform's own. */
  corpName: nullable(anyText()),
  reason: nullable(anyText()),
  facts: list(fact),
  /** Chained within a minute: what follows could not be changed without a trace. */
  isChained: boolean(),
});
export type PlatformAct = Infer<typeof platformAct>;

export const listPlatformActs = pageOperation({
  path: '/pages/platform/acts',
  caller: 'platform',
  duties: ['audit'],
  request: object({ page: optional(int32(1, 500)) }),
  answer: data(object({ acts: list(platformAct), totalCount: number(0) })),
  errors: ['404'],
  title: { zh: '查看平台的操作记录', en: 'List what operators and commands have done' },
});
