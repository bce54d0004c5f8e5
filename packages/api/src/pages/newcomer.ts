/** Steps of a new user before the contract of their link: identity, and the enterprise they act for. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, choice, type Infer, id, nullable, object, optional, text } from '../schema.js';
import { mobile, name } from '../schemas/fields.js';
import { acceptances } from './acceptances.js';
import { anyText, nothing } from './page-fields.js';

/** State of the person and the enterprise of a participant before they can act. */
export const partyView = object({
  verified: boolean(),
  /** null if the person acts for themselves. */
  corp: nullable(
    object({
      /** As the contract or the register names it; empty if not determined. */
      corpName: anyText(),
      registered: boolean(),
      identStatus: nullable(choice(['identified', 'unidentified', 'invalid'])),
      /** The legal representative who must confirm the registration; null if none is pending. */
      waitsFor: nullable(object({ legalRepName: anyText(), mobile: anyText() })),
      standing: nullable(choice(['member', 'invited', 'asked', 'rejected', 'stranger'])),
    }),
  ),
  /** null if no step is left. */
  nextStep: nullable(choice(['verify', 'register', 'join', 'wait'])),
});
export type PartyView = Infer<typeof partyView>;

const partLinks = { caller: 'link', links: { sign: 'any', fill: 'any' } } as const;
const accepted = optional(acceptances);

export const viewParty = pageOperation({
  ...partLinks,
  path: '/pages/party',
  request: nothing,
  answer: data(partyView),
  title: { zh: '本人及所代表企业的状态', en: 'View the status of the person and their enterprise' },
});

export const verifyPerson = pageOperation({
  ...partLinks,
  path: '/pages/person/verify',
  writes: true,
  request: object({ realName: text(1, 2000), identNum: text(1, 2000), accepted }),
  answer: data(nothing),
  errors: ['AUTH_INFO_INVALID', 'USER_ALREADY_AUTHENTICATED'],
  reasons: ['NAME_MISMATCH'],
  title: { zh: '实名认证', en: 'Verify one’s identity' },
});

export const registerCorp = pageOperation({
  ...partLinks,
  path: '/pages/corp/register',
  writes: true,
  request: object({
    corpName: name(),
    corpCode: text(1, 100),
    legalRepName: text(1, 2000),
    legalRepIdentNo: text(1, 2000),
    sealName: optional(name()),
    /** Required unless the person is the legal representative: whom to ask. */
    legalRepMobile: optional(mobile()),
    accepted,
  }),
  answer: data(object({ corpId: nullable(id<'Corp'>()), waits: boolean() })),
  errors: ['AUTH_INFO_INVALID', 'FACE_SERVICE_UNAVAILABLE'],
  reasons: ['NOT_VERIFIED'],
  title: { zh: '注册企业', en: 'Register an enterprise' },
});

export const joinCorp = pageOperation({
  ...partLinks,
  path: '/pages/corp/join',
  writes: true,
  request: object({ corpName: optional(name()), accepted }),
  answer: data(object({ standing: choice(['member', 'asked']) })),
  reasons: ['NOT_VERIFIED', 'NOT_MEMBER'],
  title: { zh: '申请加入企业', en: 'Request to join an enterprise' },
});
