/** The page of a face check: its purpose, its agreements and the way back. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, choice, type Infer, int32, nullable, object, text } from '../schema.js';
import { acceptances } from './acceptances.js';
import { anyText, nothing } from './page-fields.js';

export const facePageView = object({
  purpose: choice([
    'person',
    'legal',
    'signContract',
    'approvalSign',
    'receiveCorp',
    'registerCorp',
    'ownMobile',
    'ownName',
    'ownReturn',
  ]),
  channel: choice(['channelA', 'channelB']),
  state: choice(['open', 'passed', 'failed', 'expired']),
  corpName: nullable(anyText()),
  /** Who becomes the owner of the enterprise if the check passes; null if nobody does. */
  newOwner: nullable(anyText()),
  /** Masked mobile number of a person who started the check for themselves; otherwise null. */
  ownMobile: nullable(anyText()),
  /** The corrected name if the check passes; null if the name stays unchanged. */
  newName: nullable(anyText()),
  /** Number of contracts or approvals concerned. */
  count: int32(),
  /** Whether the person states name and ID document number, which the check then verifies. */
  asksWho: boolean(),
  /** URL for cancelling; null if there is none. */
  cancelUrl: nullable(anyText()),
});
export type FacePageView = Infer<typeof facePageView>;

/** The order number suffices to run the check, since the face proves the identity. */
const order = object({ orderNo: text(1, 200) });

export const openFaceCheck = pageOperation({
  path: '/pages/face/open',
  caller: 'visitor',
  request: order,
  answer: data(facePageView),
  title: { zh: '打开刷脸认证', en: 'Open a face check' },
});

/** Required before any picture is taken. */
export const agreeToFaceCheck = pageOperation({
  path: '/pages/face/agree',
  caller: 'visitor',
  writes: true,
  request: object({ ...order.fields, accepted: acceptances }),
  answer: data(nothing),
  title: { zh: '同意刷脸认证', en: 'Agree to a face check' },
});

export const finishFaceCheck = pageOperation({
  path: '/pages/face/finish',
  caller: 'visitor',
  writes: true,
  request: order,
  answer: data(object({ redirect: anyText() })),
  errors: ['409', '410', 'FACE_SERVICE_UNAVAILABLE'],
  reasons: ['NOT_MEMBER', 'NOT_VERIFIED', 'NOT_LEGAL_REPRESENTATIVE'],
  title: { zh: '结束刷脸认证', en: 'Finish a face check' },
});
