import { publishTemplate } from '@cinnabar/api/operations/template-drafts.js';
import { templateOverview } from '@cinnabar/api/operations/template-overview.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../api/refused.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { type Design, writeDesign } from './design.js';
import { type OpenedDraft, useDesignerDoor } from './designer-door.js';
import { designerTexts } from './designer-texts.js';
import { type Missing, missingIn } from './missing.js';
import type { Published } from './use-kept-design.js';

interface Props {
  readonly design: Design;
  readonly opened: OpenedDraft;
  /** Saves what is open, and returns the version to be published. */
  readonly save: () => Promise<number>;
  /** The state of the template that the draft derives from. */
  readonly updateTime: string | null;
  readonly done: (published: Published) => void;
  /** Somebody else has changed the template or its draft since. */
  readonly changed: () => void;
  readonly close: () => void;
}

/** What publishing does, and why it cannot be done yet. */
export function PublishSheet({ design, opened, save, updateTime, done, changed, close }: Props) {
  const t = useTexts(designerTexts);
  const app = useTexts(commonTexts);
  const door = useDesignerDoor();
  const { templateId, draftId } = opened;
  const [note, setNote] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const missing = missingIn(design);
  const { data: use } = useQuery({
    queryKey: [...door.scope, 'use', templateId],
    queryFn: async () => {
      if (templateId === null || !door.seesUse) return null;
      const [found] = await door.call(templateOverview, { templateIds: [templateId] });
      return found ?? null;
    },
    retry: false,
  });
  const publishing = useMutation({
    mutationFn: async () => {
      const draftVersion = await save();
      const body = {
        ...writeDesign(design, templateId),
        draftId,
        draftVersion,
        ...(updateTime === null ? {} : { updateTime }),
        ...(note.trim() === '' ? {} : { note: note.trim() }),
      };
      return door.call(publishTemplate, body, { idempotencyKey: key });
    },
    onSuccess: done,
    onError: (error) => {
      setKey(crypto.randomUUID());
      const reason = error instanceof Refused ? error.reason : null;
      if (reason === 'TEMPLATE_CHANGED' || reason === 'DRAFT_CHANGED') changed();
    },
  });
  const { error } = publishing;
  return (
    <Sheet
      title={t.publishTitle}
      isOpen
      close={close}
      isHeld={publishing.isPending}
      footer={
        <Button
          look="binding"
          wide
          isDisabled={missing.length > 0}
          busyLabel={publishing.isPending ? t.working : null}
          onPress={() => publishing.mutate()}
        >
          {t.publish}
        </Button>
      }
    >
      {missing.length > 0 ? (
        <>
          <p className="mt-0 mb-2 text-body text-n-700">{t.missing}</p>
          <ul className="m-0 pl-5 text-body text-danger">
            {missing.map((one) => (
              <li key={wordsOf(one, t)} className="names">
                {wordsOf(one, t)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className="figures mt-0 mb-4 text-body text-n-700">
            {templateId === null
              ? t.publishNew
              : use == null
                ? t.publishPlain
                : t.publishText(`${use.openFlowNum}${use.isFlowNumLimited ? '+' : ''}`)}
          </p>
          {use != null && use.sealAuthors.length > 0 && (
            <p className="figures mt-0 mb-4 text-body text-n-700">
              {t.publishAutomatic(use.sealAuthors.length)}
            </p>
          )}
          <TextField
            label={t.note}
            hint={t.noteHint}
            value={note}
            onChange={setNote}
            maxLength={200}
            autoComplete="off"
          />
        </>
      )}
      <ErrorLine text={error === null ? null : error instanceof Refused ? error.message : app.offlineBar} />
    </Sheet>
  );
}

function wordsOf(one: Missing, t: typeof designerTexts.zh): string {
  switch (one.kind) {
    case 'name':
      return t.missName;
    case 'file':
      return t.missFile;
    case 'party':
      return t.missParty;
    case 'signer':
      return t.missSigner;
    case 'controlName':
      return t.missControlName(one.control.page);
    case 'options':
      return t.missOptions(one.control.name);
    case 'place':
      return `${one.control.name}：${t.missPlace(1)}`;
    case 'sameKey':
      return t.sameKey(one.control.componentKey);
  }
}
