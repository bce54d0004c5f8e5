/** Sign flows: files and evidence. */
import { fileStream, operation } from '../operation.js';
import { choice, list, object, oneOf, optional } from '../schema.js';
import { fileId, flowId } from '../schemas/fields.js';

export const contractDownload = operation({
  path: '/signTask/contract/download',
  area: 'flows',
  source: 'required',
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE'],
  title: { zh: '下载合同', en: 'Download a contract' },
  links: {
    sign: 'ownFlow',
    fill: 'ownFlow',
    copy: 'ownFlow',
    draft: 'ownFlow',
    approval: 'ownFlow',
    access: 'any',
  },
  request: object({
    flowId,
    fileId: optional(fileId),
    original: optional(oneOf(0, 1)).means('1 下载原文件', '1: the file as it was uploaded'),
    checkCopy: optional(oneOf(0, 1)).means(
      '1：打印核验件，每页带二维码，指向核验页；不是签署原件',
      '1: a check copy for printing, with a QR code that opens the verification page; not the signed original',
    ),
  }),
  answer: fileStream,
  example: { flowId: 201 },
});

/**
 * Streams the newest files of up to 100 contracts as one archive, a folder for each. The request is refused as a whole if
 * one of them may not be seen; the message names it.
 */
export const contractBatchDownload = operation({
  path: '/signTask/contract/batchDownload',
  area: 'flows',
  successCode: '0',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '批量下载合同', en: 'Download several contracts' },
  links: { access: 'any' },
  request: object({
    flowIds: list(flowId, { min: 1, max: 100 }).means('合同流程编号', 'flow ids'),
  }),
  answer: fileStream,
  example: { flowIds: [201] },
});

/**
 * Returns the evidence report as a signed and timestamped PDF: parties, files, signatures, and the chain of events with
 * its verification. Alternatively returns the same as data, or an archive for offline verification.
 */
export const contractEvidence = operation({
  path: '/signTask/contract/evidence',
  area: 'flows',
  source: 'required',
  successCode: '0',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '下载存证报告', en: 'Download the evidence report' },
  request: object({
    flowId,
    format: optional(choice(['pdf', 'json', 'zip'])).means(
      '默认 pdf：签名的报告；json：报告的数据；zip：离线核验所需的全部文件',
      'pdf by default: the signed report; json: its data; zip: all files needed to verify it offline',
    ),
  }),
  answer: fileStream,
  example: { flowId: 201 },
});
