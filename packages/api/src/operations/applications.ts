/** Applications of an enterprise. Specific to this service. */
import { data, operation, page } from '../operation.js';
import { object, optional, text } from '../schema.js';
import {
  allowList,
  appId,
  application,
  applicationName,
  applicationStatus,
  applicationWithSecret,
  overlapHours,
  testSteps,
} from '../schemas/application.js';
import { pagingFields } from '../schemas/paging.js';

const base = { area: 'credentials', right: 'manageApplications', successCode: '0' } as const;

/** Lists the applications of the enterprise, oldest first, without their secrets. */
export const applicationList = operation({
  ...base,
  path: '/application/list',
  request: object(pagingFields),
  answer: page(application),
  title: { zh: '分页查询应用', en: 'List applications' },
  example: { listPageNo: 1, listPageSize: 10 },
});

/** Adds an application. Its secret is in this answer only. */
export const applicationCreate = operation({
  ...base,
  path: '/application/create',
  writes: true,
  freshProof: true,
  request: object({ name: applicationName, allowList }),
  answer: data(applicationWithSecret),
  title: { zh: '新建应用', en: 'Create an application' },
  example: { name: 'ERP', allowList: ['10.2.0.0/16'] },
});

/** Changes the name or the allow-list; a list that is given replaces the one before. */
export const applicationModify = operation({
  ...base,
  path: '/application/modify',
  writes: true,
  freshProof: true,
  request: object({ appId, name: optional(applicationName), allowList }),
  answer: data(application),
  title: { zh: '修改应用', en: 'Change an application' },
  example: { appId: 'app-id', allowList: [] },
});

/** Gives an application a new secret, which is in this answer only. */
export const applicationRotateSecret = operation({
  ...base,
  path: '/application/rotateSecret',
  writes: true,
  freshProof: true,
  request: object({ appId, overlapHours }),
  answer: data(applicationWithSecret),
  title: { zh: '更换应用密钥', en: 'Rotate the secret of an application' },
  example: { appId: 'app-id', overlapHours: 24 },
});

/** Enables or disables an application. */
export const applicationUpdateStatus = operation({
  ...base,
  path: '/application/updateStatus',
  writes: true,
  freshProof: true,
  request: object({ appId, status: applicationStatus }),
  answer: data(application),
  title: { zh: '启用或停用应用', en: 'Enable or disable an application' },
  example: { appId: 'app-id', status: 'disabled' },
});

/**
 * Tries out what an application would be answered: getAccessToken, then baseInfo in the name of the acting member. The
 * allow-list does not count, because the call comes from the service itself, and no token is kept. With `appSecret`, the
 * secret is judged as well.
 */
export const applicationTest = operation({
  ...base,
  path: '/application/test',
  request: object({
    appId,
    appSecret: optional(text(1, 200)).means('要核对的应用密钥', 'secret to be judged'),
  }),
  answer: data(
    object({
      requestId: text(1, 100).means('请求编号', 'request id'),
      steps: testSteps,
    }),
  ),
  title: { zh: '试调用应用', en: 'Test an application' },
  example: { appId: 'app-id' },
});
