/** What proves how a contract came to be. */
import { fileStream, operation } from './operation.js';
import { id, object } from './schema.js';

/** A report as PDF: parties, files, signatures, and the chain of events with its verification. */
export const contractEvidence = operation({
  path: '/signTask/contract/evidence',
  area: 'flows',
  source: 'required',
  successCode: '0',
  title: { zh: '下载存证报告', en: 'Download the evidence report' },
  request: object({ flowId: id<'Flow'>() }),
  answer: fileStream,
  example: { flowId: 201 },
});
