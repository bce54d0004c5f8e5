/** Opening a link: its subject, the code that proves whose link it is, and the link session. */
import { type LinkKind, linkKinds } from '../links.js';
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import {
  boolean,
  choice,
  type Infer,
  id,
  int32,
  nullable,
  object,
  optional,
  type Schema,
  text,
} from '../schema.js';
import { acceptances } from './acceptances.js';
import { anyText, askedField, nothing } from './page-fields.js';

function isLinkKind(word: string): word is LinkKind {
  return Object.hasOwn(linkKinds, word);
}

const linkKind: Schema<LinkKind> = choice(Object.keys(linkKinds).filter(isLinkKind));

/** Identifies a link by its secret, or by its id if this browser has opened it before. */
export const linkName = object({ token: optional(text(1, 200)), linkId: optional(id<'Link'>()) });

/** A code was sent. It can be verified only together with this value. */
export const askedCode = object({ asked: anyText() });
export type AskedCode = Infer<typeof askedCode>;

/** A link session as the page holds it. */
export const enteredLink = object({
  /** Sent in the header `linkSession` of every request. */
  session: anyText(),
  kind: linkKind,
  /** The enterprise for which the person acts; null for themselves. */
  corpId: nullable(id<'Corp'>()),
  userId: id<'User'>(),
  /** The person's own number, so that codes for the act can be requested. */
  mobile: anyText(),
  flowId: nullable(id<'Flow'>()),
  participantId: nullable(id<'Participant'>()),
  approvalId: nullable(id<'Approval'>()),
  templateId: nullable(id<'Template'>()),
  returnUrl: nullable(anyText()),
});
export type EnteredLink = Infer<typeof enteredLink>;

/** How the header shows the enterprise that sent the link. */
export const linkBrand = object({
  /** The registered name. */
  corpName: anyText(),
  name: nullable(anyText()),
  /** `#rrggbb` */
  color: nullable(anyText()),
  logo: nullable(object({ address: anyText(), width: int32(1), height: int32(1) })),
});
export type LinkBrand = Infer<typeof linkBrand>;

/** What anybody who opens a link may know of it. */
export const openedLink = object({
  kind: linkKind,
  /** `withdrawn`: the task continues without this link, for example after the person's mobile number changed. */
  state: choice(['open', 'ended', 'withdrawn', 'expired']),
  /** `code`: a code sent by text message; `once`: nothing else is required. */
  entry: choice(['code', 'once']),
  /** The requesting enterprise; for a registration, the enterprise being registered. */
  corpName: nullable(anyText()),
  /** The brand of the enterprise; null if it has none, and in frames, where the page is part of another site. */
  brand: nullable(linkBrand),
  /** null while it is confidential. */
  title: nullable(anyText()),
  /** Masked; empty if not disclosed. */
  mobile: anyText(),
  /** Masked name of the participant or copier; null for other links and for those that have ended. */
  name: nullable(anyText()),
  /** Whether somebody who opened the link has said that it is not for them. */
  disowned: boolean(),
  returnUrl: nullable(anyText()),
  /** The session that this browser already has for the link. */
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
  title: { zh: '发送链接的验证码', en: 'Send a code for a link' },
});

export const disownLink = pageOperation({
  path: '/pages/link/disown',
  caller: 'visitor',
  writes: true,
  request: linkName,
  answer: data(nothing),
  errors: ['410'],
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '声明链接不是发给本人的', en: 'Report that a link is meant for somebody else' },
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
  title: { zh: '以验证码进入链接', en: 'Enter a link by code' },
});

/** The interface has no such operation: only the invited person may accept. */
export const confirmMembership = pageOperation({
  path: '/pages/membership/confirm',
  caller: 'link',
  links: { invitation: 'any' },
  writes: true,
  request: object({ accepted: optional(acceptances) }),
  answer: data(nothing),
  reasons: ['NOT_MEMBER'],
  title: { zh: '同意成为成员', en: 'Accept a membership' },
});
