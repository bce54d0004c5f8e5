/** The page of a face check: its purpose, its agreements and the way back. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, choice, type Infer, int32, nullable, object, optional, text } from '../schema.js';
import { acceptances } from './acceptances.js';
import { linkBrand } from './link.js';
import { anyText } from './page-fields.js';

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
    'ownProof',
  ]),
  channel: choice(['channelA', 'channelB']),
  state: choice(['open', 'passed', 'failed', 'expired']),
  /** Whether the person chooses the result on this page, as in a sandbox without a provider. */
  isSimulated: boolean(),
  corpName: nullable(anyText()),
  /** Of the enterprise that asks for the check; null if it has none, in frames, and where another enterprise is concerned. */
  brand: nullable(linkBrand),
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

/** Required before the provider learns of the person and takes any picture; starts the check. */
export const agreeToFaceCheck = pageOperation({
  path: '/pages/face/agree',
  caller: 'visitor',
  writes: true,
  request: object({
    ...order.fields,
    accepted: acceptances,
    /** Required where the view says `asksWho`. */
    realName: optional(text(1, 100)),
    identNum: optional(text(1, 100)),
  }),
  /** The provider's page, to be opened, or scanned with its app; null: the result is chosen on this page (sandbox). */
  answer: data(object({ page: nullable(object({ way: choice(['open', 'scan']), url: anyText() })) })),
  errors: ['409', '410', '429', 'AUTH_INFO_INVALID', 'FACE_SERVICE_UNAVAILABLE'],
  reasons: ['CREDENTIALS_LIMITED'],
  title: { zh: '同意并开始刷脸认证', en: 'Agree to a face check and start it' },
});

/** Parameters that providers add to the address of the page. */
const returned = object({
  code: optional(text(1, 20)),
  orderNo: optional(text(1, 64)),
  h5faceId: optional(text(1, 64)),
  /** From the provider's page for computers ... */
  newSign: optional(text(1, 200)),
  /** ... and from the one for phones. */
  newSignature: optional(text(1, 200)),
});

export const finishFaceCheck = pageOperation({
  path: '/pages/face/finish',
  caller: 'visitor',
  writes: true,
  /** `returned`: for a person who returns from the provider's page. */
  request: object({ ...order.fields, returned: optional(returned) }),
  /** null: the provider has no result yet. */
  answer: data(object({ redirect: nullable(anyText()) })),
  errors: ['409', '410', '1403', 'FACE_SERVICE_UNAVAILABLE'],
  reasons: ['NOT_MEMBER', 'NOT_VERIFIED', 'NOT_LEGAL_REPRESENTATIVE'],
  title: { zh: '结束刷脸认证', en: 'Finish a face check' },
});
