/** Automatic seals in the name of a person: the list, and ending each of them. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, type Infer, id, list, nullable, object } from '../schema.js';
import { anyText, nothing } from './page-fields.js';

/** A seal that the platform places in the person's name, without asking them each time. */
export const myAutomaticSeal = object({
  id: id<'SealAuthorisation'>(),
  corpName: anyText(),
  sealName: anyText(),
  /** Contracts that are made from these are signed so. */
  templates: list(
    object({
      templateId: id<'Template'>(),
      /** null: the template was deleted. */
      templateName: nullable(anyText()),
      /** When the template that was consented to had last been changed; null: it was not among those shown. */
      revision: nullable(anyText()),
      /** It is another one now, for which nobody has consented yet. */
      isChanged: boolean(),
    }),
  ),
  since: anyText(),
  /** null: without end. */
  until: nullable(anyText()),
  /** The platform's operator consented for the person. */
  byOperator: boolean(),
  /** Whether the next contract is signed so. */
  inForce: boolean(),
});
export type MyAutomaticSeal = Infer<typeof myAutomaticSeal>;

export const myAutomaticSeals = object({ seals: list(myAutomaticSeal) });
export type MyAutomaticSeals = Infer<typeof myAutomaticSeals>;

export const listMyAutomaticSeals = pageOperation({
  path: '/pages/mine/automaticSeals',
  caller: 'person',
  request: nothing,
  answer: data(myAutomaticSeals),
  title: { zh: '我的自动落章', en: 'Automatic seals in one’s name' },
});

export const stopMyAutomaticSeal = pageOperation({
  path: '/pages/mine/automaticSeals/stop',
  caller: 'person',
  writes: true,
  request: object({ id: id<'SealAuthorisation'>() }),
  answer: data(nothing),
  title: { zh: '停止自动落章', en: 'Stop an automatic seal' },
});
