/** The handlers of the area's operations; a new one is one line. */
export { addComponent } from './add-component.js';
export { addTemplate } from './add-template.js';
export { getTemplateUrl } from './get-template-url.js';
export { modifyComponent } from './modify-component.js';
export { modifyTemplate } from './modify-template.js';
export { templateComponentInfoList } from './template-component-info-list.js';
export { templateCopy } from './template-copy.js';
export { templateDelete } from './template-delete.js';
export { templateInfo } from './template-info.js';
export { templateList } from './template-list.js';
export { updateStatus } from './update-status.js';
export { uploadAttachmentFile } from './upload-attachment-file.js';
export { uploadContractFile } from './upload-contract-file.js';
