/** The enterprise's certificates, and requests for certificates of other authorities. Specific to this service. */
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

/** Returns who issued the certificate in use, how it is renewed, and the pending request. */
export const certificateStatus = operation({
  path: '/corp/certificateStatus',
  area: 'enterprise',
  right: 'readContracts',
  successCode: '0',
  request: object({}),
  answer: data(certificateStanding),
  title: { zh: '查询证书申请与更新', en: 'Look up certificate renewal and the pending request' },
  example: {},
});

/**
 * Generates a key and a request for a certificate of another authority. The enterprise signs with its present certificate
 * until the new one is imported. The key never leaves its store.
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
 * Imports the certificate that was issued for the pending request, and ends the request. The enterprise signs with it from
 * then on. Key, name, key usage, validity and the path to a root that the platform trusts are checked first.
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
