import { texts } from '../shared/text/language.js';

export const automaticSealsTexts = texts(
  {
    title: '自动落章',
    text: '轮到您签署以下模板发起的合同时，系统以您的名义直接盖章，不再逐份请您确认。',
    corp: (name: string) => `企业：${name}`,
    template: (name: string) => `模板：${name}`,
    deleted: '已删除的模板',
    revision: (moment: string) => `${moment} 的版本`,
    changed: '之后已修改，新版本须重新同意',
    since: (from: string) => `${from} 起长期有效`,
    until: (from: string, until: string) => `${from} 至 ${until}`,
    byOperator: '由平台运营方开启',
    paused: '目前不会自动落章：模板已修改，或尚未生效',
    stop: '停止自动落章',
    stopping: '正在停止…',
    stopTitle: (seal: string) => `停止自动落章：${seal}`,
    stopText:
      '立即生效：之后轮到您时由您本人签署，已签署的合同不受影响。如需再次开启，须由印章管理员和您重新同意。',
    stopped: '已停止自动落章',
  },
  {
    title: 'Automatic placement',
    text: 'In contracts based on these templates, the service places the seal in your name when it is your turn, without asking each time.',
    corp: (name: string) => `Enterprise: ${name}`,
    template: (name: string) => `Template: ${name}`,
    deleted: 'a deleted template',
    revision: (moment: string) => `version of ${moment}`,
    changed: 'changed since; the new version requires new consent',
    since: (from: string) => `From ${from}, with no end date`,
    until: (from: string, until: string) => `${from} to ${until}`,
    byOperator: 'Enabled by the operator of the platform',
    paused: 'Paused: a template has changed, or the period has not begun',
    stop: 'Stop automatic placement',
    stopping: 'Stopping…',
    stopTitle: (seal: string) => `Stop automatic placement: ${seal}`,
    stopText:
      'This takes effect immediately: from now on you sign yourself. Signed contracts are not affected. To enable it again, both you and the seal’s manager must consent.',
    stopped: 'Automatic placement was stopped',
  },
);
