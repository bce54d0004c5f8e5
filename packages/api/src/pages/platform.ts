/** The console of the platform's operators: another log-in and another session than that of members. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { platformDuties } from '../platform-duties.js';
import { choice, type Infer, list, nullable, number, object, text } from '../schema.js';
import { mobile } from '../schemas/fields.js';
import { anyText, nothing, utcMoment } from './page-fields.js';
import { finding } from './setup.js';

/** Header with the key of an operator's session. */
export const PLATFORM_SESSION_HEADER = 'platformSession';

const enteredPlatform = object({
  /** Sent in the header `platformSession` of every request. */
  session: anyText(),
  /** The operator's. */
  name: anyText(),
  duties: list(choice(platformDuties)),
});
export type EnteredPlatform = Infer<typeof enteredPlatform>;

/** 404 outside PLATFORM_NETWORKS, as if there were no such address. */
const outside = ['404'] as const;

export const logInToPlatform = pageOperation({
  path: '/pages/platform/logIn',
  caller: 'visitor',
  writes: true,
  startsSession: true,
  request: object({
    mobile: mobile(),
    password: text(1, 200),
    /** An authenticator code, or a recovery code. */
    factor: text(1, 40),
  }),
  answer: data(enteredPlatform),
  errors: outside,
  reasons: ['LOGIN_WRONG', 'CREDENTIALS_LIMITED', 'PERMISSION_DENIED'],
  title: { zh: '登录运营平台', en: 'Log in to the platform' },
});

/** The session after a reload, of which the browser keeps one half. */
export const resumePlatform = pageOperation({
  path: '/pages/platform/resume',
  caller: 'visitor',
  request: nothing,
  answer: data(object({ entered: nullable(enteredPlatform) })),
  errors: outside,
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '恢复运营平台会话', en: 'Resume a session of the platform' },
});

export const leavePlatform = pageOperation({
  path: '/pages/platform/leave',
  caller: 'platform',
  writes: true,
  request: nothing,
  answer: data(nothing),
  errors: outside,
  title: { zh: '退出运营平台', en: 'Leave the platform' },
});

const platformOverview = object({
  /** Of the running service. */
  version: anyText(),
  checkedAt: utcMoment(),
  /** Those of `cinnabar doctor`. */
  findings: list(finding),
  /** Jobs that wait for their time or for another attempt. */
  jobsWaiting: number(0),
  /** Jobs that have used all of their attempts. */
  jobsFailed: number(0),
  /** Events that are not delivered yet. */
  eventsWaiting: number(0),
});
export type PlatformOverview = Infer<typeof platformOverview>;

/** Numbers and states alone. Changes nothing, and sends nothing to a person. */
export const viewPlatform = pageOperation({
  path: '/pages/platform/overview',
  caller: 'platform',
  request: nothing,
  answer: data(platformOverview),
  errors: outside,
  title: { zh: '查看平台概况', en: 'View the state of the platform' },
});
