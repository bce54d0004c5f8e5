import { readTemplateDraft } from '@cinnabar/api/operations/template-drafts.js';
import { uploadAttachmentFile, uploadContractFile } from '@cinnabar/api/operations/templates.js';
import { readUploadGuides } from '@cinnabar/api/pages/page-guides.js';
import { keepBlocks, viewBlocks } from '@cinnabar/api/pages/template-blocks.js';
import { useMemo, useState } from 'react';
import { call } from '../../api/call.js';
import { type DesignerDoor, DesignerDoorProvider } from '../../designer/designer-door.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { PageSkeleton } from '../../shared/components/skeleton.js';
import { goToAddress, replaceAddress } from '../../shared/router/open-page.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRefresh, useRight } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { Denied } from '../shell/states.js';
import { templatesTexts } from './templates-texts.js';

const DesignerLoader = onDemand(
  () => import('../../designer/designer-loader.js'),
  <PageSkeleton shape="desk" />,
);

interface Props {
  /** A template, a draft that no template has yet, or neither for a new one. */
  readonly source: { readonly templateId?: number; readonly draftId?: string };
}

/** The designer of a template, through the console's door. */
export default function DesignScreen({ source: given }: Props) {
  const t = useTexts(templatesTexts);
  const { corpId, door } = useConsole();
  const refresh = useRefresh();
  const managesTemplates = useRight('manageTemplates');
  // The first save gives a new template its address; what is open stays open.
  const [source] = useState(given);
  const designerDoor = useMemo<DesignerDoor>(
    () => ({
      scope: ['console', corpId, 'designer'],
      seesUse: true,
      call: door.call,
      open: (takeOver) =>
        door.act(readTemplateDraft, { ...source, ...(takeOver ? { takeOver } : {}) }, crypto.randomUUID()),
      guides: (fileUrl, page) =>
        door.inSession((key) => call(readUploadGuides, { corpId, fileUrl, page }, key)),
      uploadFile: (file, onSent) => door.upload(uploadContractFile, file, onSent, { placeholders: 1 }),
      uploadAttachment: (file) => door.upload(uploadAttachmentFile, file, () => undefined),
      blocks: {
        list: () => door.inSession((key) => call(viewBlocks, { corpId }, key)),
        keep: (blocks) => door.inSession((key) => call(keepBlocks, { corpId, blocks }, key)),
      },
      leave(templateId) {
        void refresh();
        goToAddress(
          templateId === null
            ? consoleAddress('consoleTemplates', { corpId })
            : consoleAddress('consoleTemplate', { corpId, templateId }),
        );
      },
      settled(at) {
        if ('draftId' in at) {
          replaceAddress(consoleAddress('consoleTemplateDraft', { corpId, draft: at.draftId }));
          return;
        }
        void refresh();
        goToAddress(consoleAddress('consoleTemplate', { corpId, templateId: at.templateId }));
      },
    }),
    [corpId, door, refresh, source],
  );
  if (!managesTemplates) return <Denied act={t.manage} />;
  return (
    <DesignerDoorProvider value={designerDoor}>
      <DesignerLoader />
    </DesignerDoorProvider>
  );
}
