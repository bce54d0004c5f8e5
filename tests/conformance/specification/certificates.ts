/** Our own: certificates of enterprises, and those of other authorities that they request. */
import { type Fields, maybe, type SpecifiedOperation } from './notation.js';

const certificate: Fields = {
  serialNumber: 'string',
  subject: 'string',
  issuer: 'string',
  source: 'string',
  inUse: 'boolean',
  renewalDue: 'boolean',
  algorithm: 'string',
  beginTime: 'dateTime',
  endTime: 'dateTime',
  status: 'string',
  revokeTime: 'dateTime?',
  fingerprint: 'string',
};

const request: Fields = {
  requestId: 'string',
  way: 'string',
  algorithm: 'string',
  isRenewal: 'boolean',
  createTime: 'dateTime',
  state: 'string',
  problem: 'string',
  nextTime: 'dateTime?',
  pem: 'string',
};

export const certificateOperations: readonly SpecifiedOperation[] = [
  ['/corp/certificateList', '0', {}, [certificate]],
  [
    '/corp/certificateStatus',
    '0',
    {},
    {
      source: 'string',
      endTime: 'dateTime?',
      renewal: 'string',
      renewalTime: 'dateTime?',
      ways: ['string'],
      defaultAlgorithm: 'string?',
      request: maybe(request),
    },
  ],
  ['/corp/requestCertificate', '0', { way: 'string', algorithm: 'string', replace: 'boolean' }, request],
  ['/corp/importCertificate', '0', { chain: 'string!' }, certificate],
];
