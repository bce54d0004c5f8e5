import { CircleCheck, LockKeyhole } from 'lucide-react';
import { useTexts } from '../../shared/text/language.js';
import { StateWord } from '../shell/state-word.js';
import { templatesTexts } from './templates-texts.js';

/** Whether contracts can be started with a template. */
export function TemplateState({ isEnabled }: { readonly isEnabled: boolean }) {
  const t = useTexts(templatesTexts);
  return isEnabled ? (
    <StateWord look={{ Icon: CircleCheck, colour: 'text-success' }} word={t.enabled} />
  ) : (
    <StateWord look={{ Icon: LockKeyhole, colour: 'text-n-600' }} word={t.disabled} />
  );
}
