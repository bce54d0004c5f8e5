/** Opening a link: what it is about, the code that proves whose it is, and the session that this gives. */
import { type LinkKind, linkKinds } from '../links.js';
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, choice, type Infer, id, nullable, object, optional, type Schema, text } from '../schema.js';
import { acceptances } from './acceptances.js';
import { anyText, askedField, nothing } from './page-fields.js';

function isLinkKind(word: string): word is LinkKind {
  return Object.hasOwn(linkKinds, word);
}

const linkKind: Schema<LinkKind> = choice(Object.keys(linkKinds).filter(isLinkKind));

/** Finds it by its secret, or by its number if this browser has opened it before. */
export const linkName = object({ token: optional(text(1, 200)), linkId: optional(id<'Link'>()) });

/** A code was sent: what it can be tried with, and nowhere else. */
export const askedCode = object({ asked: anyText() });
export type AskedCode = Infer<typeof askedCode>;

/** A session of a link, as its page holds it. */
export const enteredLink = object({
  /** Goes into the header `linkSession` of every request. */
  session: anyText(),
  kind: linkKind,
  /** The enterprise for which the person acts; null for themselves. */
  corpId: nullable(id<'Corp'>()),
  userId: id<'User'>(),
  /** The person's own, so that codes of the act can be asked for. */
  mobile: anyText(),
  flowId: nullable(id<'Flow'>()),
  participantId: nullable(id<'Participant'>()),
  approvalId: nullable(id<'Approval'>()),
  templateId: nullable(id<'Template'>()),
  returnUrl: nullable(anyText()),
});
export type EnteredLink = Infer<typeof enteredLink>;

/** Subject of a link, as far as anybody who opens it may know. */
export const openedLink = object({
  kind: linkKind,
  /** `withdrawn`: what it is for goes on without it, as after its person has changed their mobile. */
  state: choice(['open', 'ended', 'withdrawn', 'expired']),
  /** `code`: a text message to the mobile; `once`: nothing more is needed. */
  entry: choice(['code', 'once']),
  /** The enterprise that asks; of a registration the one that is being registered. */
  corpName: nullable(anyText()),
  /** null while it must not be said. */
  title: nullable(anyText()),
  /** Masked; '' where it is not said. */
  mobile: anyText(),
  /** Whom a part of a contract, or a copy of one, is for; masked. null of other links, and of those that have ended. */
  name: nullable(anyText()),
  /** Somebody who opened one has said that it is not for them. */
  disowned: boolean(),
  returnUrl: nullable(anyText()),
  /** The session that this browser has with the link already. */
  entered: nullable(enteredLink),
});
export type OpenedLink = Infer<typeof openedLink>;

export const openLink = pageOperation({
  path: '/pages/link/open',
  caller: 'visitor',
  request: linkName,
  answer: data(openedLink),
  title: { zh: '打开链接', en: 'Open a link' },
});

export const sendLinkCode = pageOperation({
  path: '/pages/link/sendCode',
  caller: 'visitor',
  writes: true,
  request: object({ ...linkName.fields, asked: askedField }),
  answer: data(askedCode),
  errors: ['410', '1202', '1203'],
  reasons: ['PERMISSION_DENIED', 'CODE_LIMITED'],
  title: { zh: '发送链接的验证码', en: 'Send the code of a link' },
});

export const disownLink = pageOperation({
  path: '/pages/link/disown',
  caller: 'visitor',
  writes: true,
  request: linkName,
  answer: data(nothing),
  errors: ['410'],
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '声明链接不是发给本人的', en: 'Say that a link is for somebody else' },
});

export const enterLink = pageOperation({
  path: '/pages/link/enter',
  caller: 'visitor',
  writes: true,
  startsSession: true,
  request: object({ ...linkName.fields, asked: askedField, code: optional(text(1, 20)) }),
  answer: data(object({ ...enteredLink.fields, expireTime: anyText() })),
  errors: ['410'],
  reasons: ['CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '以验证码进入链接', en: 'Enter a link with its code' },
});

/** The one act that no operation of the interface stands for: nobody may agree in somebody else's name. */
export const confirmMembership = pageOperation({
  path: '/pages/membership/confirm',
  caller: 'link',
  links: { invitation: 'any' },
  writes: true,
  request: object({ accepted: optional(acceptances) }),
  answer: data(nothing),
  reasons: ['NOT_MEMBER'],
  title: { zh: '同意成为成员', en: 'Agree to be a member' },
});
