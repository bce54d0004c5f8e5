import type { FlowFileView } from '@cinnabar/api/schemas/flow.js';
import type { LinkServices } from '../../../operation/link-address.js';
import type { Flow, FlowFile } from '../flow/flow.js';
import { fileAddress } from './flow-detail-view.js';

/** A file of a flow; without a link for viewers who may know of it but not read it. */
export function flowFileView(
  services: LinkServices,
  flow: Flow,
  file: FlowFile,
  sight: 'list' | 'all',
  now: Date,
): FlowFileView {
  return {
    id: file.fileId,
    fileId: file.fileId,
    flowId: flow.flowId,
    fileCode: file.fileCode,
    fileName: file.fileName,
    fileUrl: sight === 'all' ? fileAddress(services, flow, file, now) : '',
  };
}
