/** The page that a face check runs on: what it is for, what is agreed to, and the way back. */
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
  /** Who becomes the owner of the enterprise on passing; null if nobody does. */
  newOwner: nullable(anyText()),
  /** For a check that a person starts for themselves: the masked mobile of the requester; otherwise null. */
  ownMobile: nullable(anyText()),
  /** The corrected name after passing; null if it stays unchanged. */
  newName: nullable(anyText()),
  /** Number of contracts or approvals concerned. */
  count: int32(),
  /** The person says who they are, and the check finds out whether they are. */
  asksWho: boolean(),
  /** Address for cancelling; null if there is none. */
  cancelUrl: nullable(anyText()),
});
export type FacePageView = Infer<typeof facePageView>;

/** Anyone who has its number may run it: the face proves who they are. */
const order = object({ orderNo: text(1, 200) });

export const openFaceCheck = pageOperation({
  path: '/pages/face/open',
  caller: 'visitor',
  request: order,
  answer: data(facePageView),
  title: { zh: '打开人脸核验', en: 'Open a face check' },
});

/** Before any picture is taken. */
export const agreeToFaceCheck = pageOperation({
  path: '/pages/face/agree',
  caller: 'visitor',
  writes: true,
  request: object({ ...order.fields, accepted: acceptances }),
  answer: data(nothing),
  title: { zh: '同意人脸核验', en: 'Agree to a face check' },
});

export const finishFaceCheck = pageOperation({
  path: '/pages/face/finish',
  caller: 'visitor',
  writes: true,
  request: order,
  answer: data(object({ redirect: anyText() })),
  errors: ['409', '410', 'FACE_SERVICE_UNAVAILABLE'],
  reasons: ['NOT_MEMBER', 'NOT_VERIFIED', 'NOT_LEGAL_REPRESENTATIVE'],
  title: { zh: '结束人脸核验', en: 'Finish a face check' },
});
