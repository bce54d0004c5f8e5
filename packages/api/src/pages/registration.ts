/** Confirmation by the legal representative of an enterprise that somebody else registers. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { type Infer, object } from '../schema.js';
import { anyText, nothing } from './page-fields.js';

export const registrationView = object({
  corpName: anyText(),
  corpCode: anyText(),
  legalRepName: anyText(),
  /** The registrant, who becomes the owner. */
  ownerName: anyText(),
  /** Masked. */
  ownerMobile: anyText(),
});
export type RegistrationView = Infer<typeof registrationView>;

const registrationLink = { caller: 'link', links: { registration: 'any' } } as const;

export const viewRegistration = pageOperation({
  ...registrationLink,
  path: '/pages/registration/view',
  request: nothing,
  answer: data(registrationView),
  title: { zh: '待确认的企业注册', en: 'View the registration to confirm' },
});

/** Starts the face check that confirms the registration. */
export const confirmRegistration = pageOperation({
  ...registrationLink,
  path: '/pages/registration/confirm',
  writes: true,
  request: nothing,
  answer: data(object({ url: anyText() })),
  errors: ['FACE_SERVICE_UNAVAILABLE'],
  title: { zh: '以刷脸认证确认企业注册', en: 'Confirm a registration by a face check' },
});

export const rejectRegistration = pageOperation({
  ...registrationLink,
  path: '/pages/registration/reject',
  writes: true,
  request: nothing,
  answer: data(nothing),
  title: { zh: '拒绝企业注册', en: 'Reject a registration' },
});
