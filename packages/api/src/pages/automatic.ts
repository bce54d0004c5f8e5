/** View for a manager of a seal and for the member, before they consent to automatic placement. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, choice, type Infer, id, list, nullable, object, optional, text } from '../schema.js';
import { anyText, utcMoment } from './page-fields.js';

export const automaticSealView = object({
  id: id<'SealAuthorisation'>(),
  corpName: anyText(),
  /** In whose name the acts are made. */
  memberName: anyText(),
  sealName: anyText(),
  sealImageUrl: anyText(),
  effectiveTime: utcMoment(),
  expireTime: nullable(utcMoment()),
  status: choice(['none', 'awaitingManager', 'awaitingMember', 'inForce']),
  /** Who manages the seal and wants it; null while nobody does, or where the platform's operator switched it on. */
  manager: nullable(anyText()),
  /** For which it would hold, as they are now. */
  templates: list(
    object({
      templateId: id<'Template'>(),
      templateName: anyText(),
      updateTime: utcMoment(),
      files: list(object({ fileName: anyText(), pages: list(anyText()) })),
    }),
  ),
  /** Stands for all of this: who wants it says with it what they saw. */
  shown: anyText(),
});
export type AutomaticSealView = Infer<typeof automaticSealView>;

/** The member has a link to one record; a manager of seals names the record. */
const which = object({ id: optional(id<'SealAuthorisation'>()) });
const sealLinks = { caller: 'link', links: { autoSign: 'any', seals: 'any' } } as const;

export const viewAutomaticSeal = pageOperation({
  ...sealLinks,
  path: '/pages/automatic/view',
  request: which,
  answer: data(automaticSealView),
  reasons: ['NOT_MEMBER'],
  title: { zh: '自动落章的说明', en: 'What an automatic seal would do' },
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
  title: { zh: '同意或撤回自动落章', en: 'Consent to an automatic seal, or take that back' },
});
