import { corpPreView, createSealByTemplate } from '@cinnabar/api/operations/seals.js';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo } from 'react';
import { Refused } from '../../api/refused.js';
import type { BodyOf } from '../../api/wire.js';
import { refusalWords } from '../components/refusal-words.js';
import { TextField } from '../components/text-field.js';
import { useDesk } from '../state/use-desk.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { ColourField } from './colour-field.js';
import { NameAndStyle } from './name-and-style.js';
import { useSealDoor } from './seal-door.js';
import {
  firstSealDraft,
  type SealColour,
  sealColours,
  sealDraft,
  sealSizes,
  templateFace,
} from './seal-draft.js';
import { SealForm } from './seal-form.js';
import { SealPreview } from './seal-preview.js';
import { sealTexts } from './seal-texts.js';
import { useActKey } from './use-act-key.js';
import { useDebounced } from './use-debounced.js';
import { useSealsChanged } from './use-seals.js';

interface Props {
  readonly ways: ReactNode;
  readonly created: (said: string) => void;
}

const PREVIEW_AFTER_MS = 250;
const fields = ['sealName', 'sealHorizontalText', 'sealBottomText'];

/** Creates a seal from the enterprise's name. The server draws the preview, so that it equals the seal. */
export function TemplateSealForm({ ways, created }: Props) {
  const t = useTexts(sealTexts);
  const app = useTexts(commonTexts);
  const door = useSealDoor();
  const changed = useSealsChanged();
  const [draft, send] = useDesk(
    sealDraft<SealColour>,
    () => firstSealDraft<SealColour>('CONTRACT', 'Red'),
    ({ kind }) => kind === 'forgetRefusal' && making.reset(),
  );
  const { category, bottom, style, colour, percent } = draft;
  const name = draft.typedName ?? t[`name_${category}`];
  const text = draft.typedText ?? t[`face_${category}`];
  const face = useMemo(() => templateFace(draft, text), [draft, text]);
  const wished = useDebounced(face, PREVIEW_AFTER_MS);
  const preview = useQuery({
    queryKey: [...door.scope, 'seal preview', wished],
    queryFn: () =>
      door.call(corpPreView, {
        ...wished,
        sealName: 'preview',
        categoryType: 'OTHER',
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const body: BodyOf<typeof createSealByTemplate> = {
    ...face,
    sealName: name.trim(),
    categoryType: category,
  };
  const idempotencyKey = useActKey(JSON.stringify(body));
  const making = useMutation({
    mutationFn: () => door.call(createSealByTemplate, body, { idempotencyKey }),
    async onSuccess() {
      await changed();
      created(t.created(name.trim()));
    },
  });
  const isTaken = making.error instanceof Refused && making.error.code === 'SEAL_NAME_EXIST';
  const failure = refusalWords(making.error ?? preview.error, app.offlineText);
  const errorOf = (field: string) => (failure?.field === field ? failure.words : null);
  const isElsewhere = failure !== null && !isTaken && !fields.includes(failure.field ?? '');
  const [width, height] = sealSizes[style];
  const id = useId();
  return (
    <SealForm
      isReady={name.trim() !== ''}
      isBusy={making.isPending}
      error={isElsewhere ? failure.words : null}
      submit={() => making.mutate()}
      preview={
        <SealPreview
          picture={preview.data?.httpUrl ?? null}
          isBusy={preview.isFetching || wished !== face}
          width={width}
          height={height}
          corpName={door.corpName}
          name={name}
        />
      }
    >
      {ways}
      <NameAndStyle
        category={category}
        name={name}
        nameError={isTaken ? t.nameTaken : errorOf('sealName')}
        style={style}
        send={send}
      />
      <div className="sm:grid sm:grid-cols-2 sm:gap-x-4">
        <TextField
          label={t.horizontal}
          hint={t.horizontalHint}
          value={text}
          onChange={(typed) => send({ type: 'textTyped', text: typed })}
          error={errorOf('sealHorizontalText')}
          maxLength={40}
          autoComplete="off"
        />
        <TextField
          label={t.bottom}
          hint={t.bottomHint}
          value={bottom}
          onChange={(typed) => send({ type: 'bottomTyped', text: typed })}
          error={errorOf('sealBottomText')}
          maxLength={40}
          autoComplete="off"
          isNumber
        />
      </div>
      <ColourField
        legend={t.colour}
        value={colour}
        options={sealColours}
        onChange={(chosen) => send({ type: 'colourChosen', colour: chosen })}
      />
      <div>
        <label htmlFor={id} className="flex items-center justify-between text-small text-n-600">
          {t.alpha}
          <span className="figures text-n-900">{percent}%</span>
        </label>
        <input
          id={id}
          type="range"
          min={30}
          max={100}
          step={5}
          value={percent}
          onChange={(event) => send({ type: 'percentChosen', percent: event.target.valueAsNumber })}
          className="m-0 h-11 w-full cursor-pointer accent-n-900"
        />
      </div>
    </SealForm>
  );
}
