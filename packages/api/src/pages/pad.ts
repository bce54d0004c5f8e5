/** A pad on a phone for handwriting on a desktop's sign page. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { choice, type Infer, int32, nullable, object, text } from '../schema.js';
import { anyText, nothing } from './page-fields.js';

/** Response to the page that opens a pad. */
export const openedPad = object({
  /** URL for the phone; its fragment is the secret. */
  address: anyText(),
  /** Seconds. */
  secondsLeft: int32(),
});
export type OpenedPad = Infer<typeof openedPad>;

/** Response to the page that waits. */
export const padState = object({
  state: choice(['waiting', 'written', 'over']),
  /** PNG as a data URL, once it has been submitted. */
  picture: nullable(anyText()),
});
export type PadState = Infer<typeof padState>;

/** Response to the phone. */
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
  title: { zh: '手机手写板的状态', en: 'Poll the state of a pad' },
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
  title: { zh: '在手机上打开手写板', en: 'Open the pad on the phone' },
});

/** Same limit as for handwriting in signContract. */
export const handInPad = pageOperation({
  path: '/pages/pad/handIn',
  caller: 'visitor',
  writes: true,
  request: object({ ...secret.fields, picture: text(1, 400_000) }),
  answer: data(nothing),
  errors: ['410'],
  title: { zh: '提交手写', en: 'Submit handwriting' },
});
