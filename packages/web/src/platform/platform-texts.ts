import { texts } from '../shared/text/language.js';

export const platformTexts = texts(
  {
    loginTitle: '登录运营平台',
    loginLead: '仅供平台运营人员使用。企业成员请使用企业控制台。',
    title: '平台概况',
    operator: (name: string) => `当前运营人员：${name}`,
    leave: '退出',
    version: '版本',
    jobsWaiting: '待执行的任务',
    jobsFailed: '已失败的任务',
    eventsWaiting: '待推送的事件',
    health: '运行状况',
    checkedAt: (time: string) => `检查时间：${time}`,
    ended: '会话已结束，请重新登录。',
  },
  {
    loginTitle: 'Log in to the platform',
    loginLead: 'For operators of the platform. Members of enterprises use the console.',
    title: 'State of the platform',
    operator: (name: string) => `Operator: ${name}`,
    leave: 'Log out',
    version: 'Version',
    jobsWaiting: 'Jobs waiting',
    jobsFailed: 'Jobs failed',
    eventsWaiting: 'Events to deliver',
    health: 'Health',
    checkedAt: (time: string) => `Checked at ${time}`,
    ended: 'The session has ended. Log in again.',
  },
);
