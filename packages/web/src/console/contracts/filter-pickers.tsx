import { infoByMobileOrName } from '@cinnabar/api/operations/members.js';
import { templateList } from '@cinnabar/api/operations/templates.js';
import { useEffect, useState } from 'react';
import { maskedMobile } from '../../shared/format/masked-mobile.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useList } from '../shell/console-context.js';
import { IdPicker } from '../shell/id-picker.js';
import { contractsTexts } from './contracts-texts.js';
import { useInitiatorName, useTemplateName } from './filter-names.js';

const TYPING_MS = 250;

/** The text once the typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

interface Props {
  readonly id: number | undefined;
  readonly choose: (id: number | undefined) => void;
}

/** The colleague who has started the contracts. */
export function InitiatorPicker({ id, choose }: Props) {
  const t = useTexts(contractsTexts);
  const [text, setText] = useState('');
  const wanted = usePaused(text);
  const found = useAsk(infoByMobileOrName, { paramString: wanted }, { isWanted: wanted !== '' });
  const name = useInitiatorName(id);
  return (
    <IdPicker
      label={t.initiatorLabel}
      chosen={id === undefined ? null : (name ?? String(id))}
      text={text}
      seek={setText}
      found={
        wanted === ''
          ? undefined
          : found.data?.map(({ userId, userName, mobile }) => ({
              id: userId,
              name: userName,
              note: maskedMobile(mobile),
            }))
      }
      choose={(pick) => choose(pick?.id)}
    />
  );
}

/** The template from which they were started. */
export function TemplatePicker({ id, choose }: Props) {
  const t = useTexts(contractsTexts);
  const [text, setText] = useState('');
  const wanted = usePaused(text);
  const found = useList(
    templateList,
    { templateName: wanted, listPageNo: 1, listPageSize: 5 },
    { isWanted: wanted !== '' },
  );
  const name = useTemplateName(id);
  return (
    <IdPicker
      label={t.templateLabel}
      chosen={id === undefined ? null : (name ?? String(id))}
      text={text}
      seek={setText}
      found={
        wanted === ''
          ? undefined
          : found.data?.items.map(({ templateId, templateName }) => ({
              id: templateId,
              name: templateName,
              note: '',
            }))
      }
      choose={(pick) => choose(pick?.id)}
    />
  );
}
