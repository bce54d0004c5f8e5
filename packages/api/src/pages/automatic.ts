/** Automatic placement, as the seal manager and the member see it before they consent. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, choice, type Infer, id, list, nullable, object, optional, text } from '../schema.js';
import { anyText, utcMoment } from './page-fields.js';

export const automaticSealView = object({
  id: id<'SealAuthorisation'>(),
  corpName: anyText(),
  /** The member in whose name the seal is placed. */
  memberName: anyText(),
  sealName: anyText(),
  sealImageUrl: anyText(),
  effectiveTime: utcMoment(),
  expireTime: nullable(utcMoment()),
  status: choice(['none', 'awaitingManager', 'awaitingMember', 'inForce']),
  /** The seal manager who consented; null if none has, or if the platform's operator enabled it. */
  manager: nullable(anyText()),
  /** The templates concerned, as they are now. */
  templates: list(
    object({
      templateId: id<'Template'>(),
      templateName: anyText(),
      updateTime: utcMoment(),
      files: list(object({ fileName: anyText(), pages: list(anyText()) })),
    }),
  ),
  /** Hash of this view; consent refers to it. */
  shown: anyText(),
});
export type AutomaticSealView = Infer<typeof automaticSealView>;

/** A member's link stands for one record; a seal manager names the record. */
const which = object({ id: optional(id<'SealAuthorisation'>()) });
const sealLinks = { caller: 'link', links: { autoSign: 'any', seals: 'any' } } as const;

export const viewAutomaticSeal = pageOperation({
  ...sealLinks,
  path: '/pages/automatic/view',
  request: which,
  answer: data(automaticSealView),
  reasons: ['NOT_MEMBER'],
  title: { zh: '自动落章的说明', en: 'View the terms of automatic placement' },
});

export const decideAutomaticSeal = pageOperation({
  ...sealLinks,
  path: '/pages/automatic/decide',
  writes: true,
  request: object({
    ...which.fields,
    wanted: boolean(),
    /** Hash of the displayed view; not needed for a withdrawal. */
    shown: optional(nullable(text(1, 100))),
  }),
  answer: data(automaticSealView),
  reasons: ['NOT_MEMBER', 'TEMPLATE_CHANGED'],
  errors: ['MEMBER_NOT_FOUND'],
  title: { zh: '同意或撤回自动落章', en: 'Consent to automatic placement, or withdraw the consent' },
});
