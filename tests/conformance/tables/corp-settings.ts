import { denied, invalid } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { refused, wrongValues } from '../support/rows.js';

/** PNG of 32 by 32 points. */
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAAAA1BMVEUfX6hVLrPWAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQ4y2NgGAWjYBSMAuwAAAQgAAFWu83mAAAAAElFTkSuQmCC';

const settings: TableMaker = ({ home, plain }) => ({
  path: '/corp/settings',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [refused('by a plain member', { by: plain.client }, denied)],
});

const setSettings: TableMaker = ({ home, plain }) => ({
  path: '/corp/setSettings',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: {
    by: home.owner.client,
    body: {
      smsNotices: { deadline: true },
      sealApproval: 'free',
      contractApproval: false,
      maxAmount: 50_000,
      embedOrigins: ['https://erp.example.com'],
      loginMethods: ['sms', 'password', 'passkey'],
      loginIdleMinutes: 60,
      draftRetentionDays: 90,
      auditRetentionDays: 3650,
      consoleNetworks: ['127.0.0.0/8', '203.0.113.0/24'],
      brandName: '星河科技',
      brandColor: '#1F5FA8',
      brandLogo: LOGO,
    },
  },
  rows: [
    refused('by a plain member', { by: plain.client }, denied),
    ...wrongValues('sealApproval', 'Strict', 'on', 1),
    ...wrongValues('contractApproval', 'on', 2),
    ...wrongValues('maxAmount', 0, -1, 100_000_001, 1.5),
    ...wrongValues('loginIdleMinutes', -1, 14, 721),
    ...wrongValues('draftRetentionDays', -1, 29, 366),
    ...wrongValues('auditRetentionDays', -1, 1, 1094, 36_501),
    ...wrongValues('brandName', '星', '12306', '<b>星河</b>', '星河\u202e', 7),
    ...wrongValues('brandColor', 'red', '#fff', '#777777', 7),
    ...wrongValues('brandLogo', 'logo', `data:image/svg+xml;base64,${LOGO}`, '/pages/logo/x', 7),
    ...wrongValues('consoleNetworks', 'office', 7),
    refused(
      'a network that is none',
      { change: { consoleNetworks: ['203.0.113.0/24', 'office'] } },
      invalid('consoleNetworks[1]'),
    ),
    ...wrongValues('loginMethods', [], 'sms'),
    refused(
      'a way to log in that is none',
      { change: { loginMethods: ['post'] } },
      invalid('loginMethods[0]'),
    ),
    ...['http://erp.example.com', 'https://erp.example.com/', 'https://*.example.com', 'erp'].map((origin) =>
      refused(`${origin} as origin`, { change: { embedOrigins: [origin] } }, invalid('embedOrigins[0]')),
    ),
    ...wrongValues('smsNotices', 'on', true),
    refused('smsNotices.turn = on', { change: { smsNotices: { turn: 'on' } } }, invalid('smsNotices.turn')),
  ],
});

export const settingsTables: readonly TableMaker[] = [settings, setSettings];
