/** Automatic placements in the name of a person: listing and withdrawing them. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, type Infer, id, list, nullable, object } from '../schema.js';
import { anyText, nothing } from './page-fields.js';

/** A seal that the platform places in the person's name without asking each time. */
export const myAutomaticSeal = object({
  id: id<'SealAuthorisation'>(),
  corpName: anyText(),
  sealName: anyText(),
  /** Templates whose contracts are signed automatically. */
  templates: list(
    object({
      templateId: id<'Template'>(),
      /** null if the template was deleted. */
      templateName: nullable(anyText()),
      /** Last change of the template that was consented to; null if it was not among those displayed. */
      revision: nullable(anyText()),
      /** The template has changed since, and the change has not been consented to. */
      isChanged: boolean(),
    }),
  ),
  since: anyText(),
  /** null for no end. */
  until: nullable(anyText()),
  /** Whether the platform's operator consented on the person's behalf. */
  byOperator: boolean(),
  /** Whether the next contract is signed automatically. */
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
  title: { zh: '我的自动落章', en: 'List automatic placements in one’s name' },
});

export const stopMyAutomaticSeal = pageOperation({
  path: '/pages/mine/automaticSeals/stop',
  caller: 'person',
  writes: true,
  request: object({ id: id<'SealAuthorisation'>() }),
  answer: data(nothing),
  title: { zh: '停止自动落章', en: 'Stop an automatic placement' },
});
