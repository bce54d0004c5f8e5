/** Confirmation by a legal representative whose enterprise is registered by somebody else. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { type Infer, object } from '../schema.js';
import { anyText, nothing } from './page-fields.js';

export const registrationView = object({
  corpName: anyText(),
  corpCode: anyText(),
  legalRepName: anyText(),
  /** The registrant, who becomes its owner. */
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
  title: { zh: '待确认的企业注册', en: 'The registration to decide on' },
});

/** Begins the face check by which the registration is confirmed. */
export const confirmRegistration = pageOperation({
  ...registrationLink,
  path: '/pages/registration/confirm',
  writes: true,
  request: nothing,
  answer: data(object({ url: anyText() })),
  errors: ['FACE_SERVICE_UNAVAILABLE'],
  title: { zh: '以人脸确认企业注册', en: 'Confirm a registration by a face check' },
});

export const rejectRegistration = pageOperation({
  ...registrationLink,
  path: '/pages/registration/reject',
  writes: true,
  request: nothing,
  answer: data(nothing),
  title: { zh: '拒绝企业注册', en: 'Reject a registration' },
});
