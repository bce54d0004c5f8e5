/** Certificates of enterprises, and those of other authorities that they request. */
import { conflict, denied, type Expected, invalid } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { accepted, refused, wrongValues } from '../support/rows.js';

const common = {
  caller: 'member',
  source: 'optional',
  needsRight: true,
} as const satisfies Partial<OperationTable>;

const list: TableMaker = ({ home, plain }) => ({
  ...common,
  path: '/corp/certificateList',
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [refused('by a plain member', { by: plain.client }, denied)],
});

const status: TableMaker = ({ home, poor, plain }) => ({
  ...common,
  path: '/corp/certificateStatus',
  writes: false,
  good: { by: poor.owner.client, body: {} },
  rows: [
    refused('by a plain member', { by: plain.client }, denied),
    accepted('without a request', { by: home.owner.client }),
  ],
});

const request: TableMaker = ({ partner, partnerPlain }) => ({
  ...common,
  path: '/corp/requestCertificate',
  writes: true,
  good: { by: partner.owner.client, body: { way: 'file', algorithm: 'P-256', replace: true } },
  rows: [
    ...wrongValues('way', 'mail', 1),
    ...wrongValues('algorithm', 'SM2', 'RSA-1024', 7),
    ...wrongValues('replace', 'yes', 2),
    refused(
      'over the network, where the platform has no authority there',
      { change: { way: 'network' } },
      invalid('way'),
    ),
    refused('by a plain member', { by: partnerPlain.client }, denied),
  ],
});

const unusable = (words: string): Expected => ({
  ...invalid(words),
  reason: 'CERTIFICATE_UNUSABLE',
});

const importing: TableMaker = ({ invalid: unprepared, poor, plain, certificates }) => ({
  ...common,
  path: '/corp/importCertificate',
  writes: true,
  good: { by: poor.owner.client, body: { chain: certificates.issued } },
  rows: [
    ...wrongValues('chain', '', {}, 'not base64!', '-----BEGI', 'A'.repeat(350_001)),
    refused('what is no certificate', { change: { chain: 'bm90aGluZw==' } }, unusable('没有可读的证书')),
    refused(
      'a certificate for another key',
      { change: { chain: certificates.otherKey } },
      unusable('没有一张证书属于所申请的密钥'),
    ),
    refused(
      'a chain to a root that nobody trusts',
      { change: { chain: certificates.untrusted } },
      unusable('证书链在“Other Issuing”中断'),
    ),
    refused(
      'a certificate of another enterprise',
      { change: { chain: certificates.otherName } },
      unusable('请联系平台运营方导入'),
    ),
    refused(
      'without a pending request',
      { by: unprepared.owner.client },
      conflict('CERTIFICATE_NOT_REQUESTED'),
    ),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

/** The request before the import that ends it. */
export const certificateTables: readonly TableMaker[] = [list, status, request, importing];
