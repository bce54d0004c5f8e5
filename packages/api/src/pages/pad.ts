/** A pad on a phone, for handwriting on the sign page of a desktop. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { choice, type Infer, int32, nullable, object, text } from '../schema.js';
import { anyText, nothing } from './page-fields.js';

/** To the page that asks for one. */
export const openedPad = object({
  /** Address for the phone; the fragment is the secret. */
  address: anyText(),
  /** s */
  secondsLeft: int32(),
});
export type OpenedPad = Infer<typeof openedPad>;

/** To the page that waits. */
export const padState = object({
  state: choice(['waiting', 'written', 'over']),
  /** PNG as a data URL, where it is there. */
  picture: nullable(anyText()),
});
export type PadState = Infer<typeof padState>;

/** To the phone. */
export const padOnPhone = object({ state: choice(['open', 'used']) });
export type PadOnPhone = Infer<typeof padOnPhone>;

const secret = object({ token: text(1, 200) });
const signLink = { caller: 'link', links: { sign: 'any' } } as const;

export const openPad = pageOperation({
  ...signLink,
  path: '/pages/sign/pad/open',
  writes: true,
  startsSession: true,
  request: nothing,
  answer: data(openedPad),
  title: { zh: '打开手机手写板', en: 'Open a pad on a phone' },
});

export const watchPad = pageOperation({
  ...signLink,
  path: '/pages/sign/pad/state',
  request: nothing,
  answer: data(padState),
  title: { zh: '手机手写板的状态', en: 'The state of a pad' },
});

export const closePad = pageOperation({
  ...signLink,
  path: '/pages/sign/pad/close',
  writes: true,
  request: nothing,
  answer: data(nothing),
  title: { zh: '关闭手机手写板', en: 'Close a pad' },
});

export const lookAtPad = pageOperation({
  path: '/pages/pad/look',
  caller: 'visitor',
  request: secret,
  answer: data(padOnPhone),
  title: { zh: '在手机上打开手写板', en: 'Look at a pad on the phone' },
});

/** As long as handwriting may be where it is signed with. */
export const handInPad = pageOperation({
  path: '/pages/pad/handIn',
  caller: 'visitor',
  writes: true,
  request: object({ ...secret.fields, picture: text(1, 400_000) }),
  answer: data(nothing),
  errors: ['410'],
  title: { zh: '提交手写', en: 'Hand in handwriting' },
});
