/** What proves how a contract came to be. */
import { fileStream, operation } from './operation.js';
import { choice, object, optional } from './schema.js';
import { flowId } from './schemas/fields.js';

/**
 * A report as PDF, signed and timestamped: parties, files, signatures, and the chain of events with its verification.
 * The same as data, or all that it takes to verify it offline as an archive.
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
