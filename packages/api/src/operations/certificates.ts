/** The certificates with which the enterprise signs, and those of other authorities that it requests. Specific to this service. */
import { data, operation } from '../operation.js';
import { list, object } from '../schema.js';
import {
  certificateRequest,
  certificateStanding,
  corpCertificate,
  issuedChain,
  newCertificateRequest,
} from '../schemas/certificate.js';

/** Lists the certificates with which the enterprise has signed, the newest first. A renewal is a certificate of its own. */
export const certificateList = operation({
  path: '/corp/certificateList',
  area: 'enterprise',
  right: 'readContracts',
  successCode: '0',
  request: object({}),
  answer: data(list(corpCertificate)),
  title: { zh: '查询企业证书', en: "List the enterprise's certificates" },
  example: {},
});

/** Tells with whose certificate the enterprise signs, how it is renewed, and what has become of a pending request. */
export const certificateStatus = operation({
  path: '/corp/certificateStatus',
  area: 'enterprise',
  right: 'readContracts',
  successCode: '0',
  request: object({}),
  answer: data(certificateStanding),
  title: { zh: '查询证书申请与更新', en: 'Look up requests for certificates, and their renewal' },
  example: {},
});

/**
 * Makes a key and a request for a certificate of another authority. Until its chain is imported, the enterprise signs as
 * before. The key stays in its store.
 */
export const requestCertificate = operation({
  path: '/corp/requestCertificate',
  area: 'enterprise',
  right: 'manageEnterprise',
  writes: true,
  freshProof: true,
  successCode: '0',
  request: newCertificateRequest,
  answer: data(certificateRequest),
  reasons: ['CERTIFICATE_NOT_POSSIBLE'],
  title: { zh: '申请外部证书', en: 'Request a certificate of another authority' },
  example: { way: 'file', algorithm: 'P-256' },
});

/**
 * Takes the certificate that was issued for the pending request into use. It is checked in full before: its key, name,
 * use and validity, and its path to a root that the platform trusts.
 */
export const importCertificate = operation({
  path: '/corp/importCertificate',
  area: 'enterprise',
  right: 'manageEnterprise',
  writes: true,
  freshProof: true,
  successCode: '0',
  request: issuedChain,
  answer: data(corpCertificate),
  reasons: ['CERTIFICATE_UNUSABLE', 'CERTIFICATE_NOT_REQUESTED'],
  title: { zh: '导入外部证书', en: 'Import a certificate of another authority' },
  example: { chain: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n' },
});
