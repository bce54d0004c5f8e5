import { TemplateStatus } from '@cinnabar/api/enums.js';
import { goToAddress } from '../../shared/router/open-page.js';
import type { Choice } from '../shell/choices.js';
import { consoleAddress } from '../shell/console-link.js';
import type { TemplateSheet } from './template-sheets.js';
import type { templatesTexts } from './templates-texts.js';

interface Named {
  readonly templateId: number;
  readonly templateName: string;
  readonly templateStatus: number;
}

/** What a person who manages templates can do with one. */
export function choicesOf(
  template: Named,
  t: typeof templatesTexts.zh,
  corpId: number,
  open: (sheet: TemplateSheet) => void,
): readonly Choice[] {
  const isEnabled = template.templateStatus === TemplateStatus.enabled;
  const { templateId } = template;
  return [
    {
      id: 'design',
      words: t.design,
      run: () => goToAddress(consoleAddress('consoleDesigner', { corpId, templateId })),
    },
    { id: 'copy', words: t.copy, run: () => open({ kind: 'copy', template }) },
    { id: 'export', words: t.export, run: () => open({ kind: 'export', template }) },
    {
      id: 'status',
      words: isEnabled ? t.disable : t.enable,
      run: () => open({ kind: isEnabled ? 'disable' : 'enable', template }),
    },
    { id: 'delete', words: t.delete, isDanger: true, run: () => open({ kind: 'delete', template }) },
  ];
}
