import { createSealByImage, maxSealImageBytes, uploadSealFile } from '@cinnabar/api/operations/seals.js';
import { useMutation } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Refused } from '../../api/refused.js';
import type { BodyOf } from '../../api/wire.js';
import { iconSize } from '../components/icons.js';
import { refusalWords } from '../components/refusal-words.js';
import { ownPicture } from '../document/own-picture.js';
import { useDesk } from '../state/use-desk.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { ColourField } from './colour-field.js';
import { NameAndStyle } from './name-and-style.js';
import { useSealDoor } from './seal-door.js';
import { firstSealDraft, type SealColour, sealColours, sealDraft, sealSizes } from './seal-draft.js';
import { SealForm } from './seal-form.js';
import { SealPreview } from './seal-preview.js';
import { sealTexts } from './seal-texts.js';
import { useActKey } from './use-act-key.js';
import { useSealsChanged } from './use-seals.js';

interface Props {
  readonly ways: ReactNode;
  readonly created: (said: string) => void;
}

const colours = ['', ...sealColours] as const;

/** Creates a seal from a picture: shows the original beside the seal extracted from it. */
export function ImageSealForm({ ways, created }: Props) {
  const t = useTexts(sealTexts);
  const app = useTexts(commonTexts);
  const door = useSealDoor();
  const changed = useSealsChanged();
  const [file, setFile] = useState<File | null>(null);
  const newest = useRef(file);
  const [draft, send] = useDesk(
    sealDraft<SealColour | ''>,
    () => firstSealDraft<SealColour | ''>('PUBLIC', ''),
    (effect) => {
      if (effect.kind === 'forgetRefusal') making.reset();
      else if (newest.current !== null) uploading.mutate({ picture: newest.current, ink: effect.colour });
    },
  );
  const { category, style, colour, picture } = draft;
  const name = draft.typedName ?? t[`name_${category}`];
  const mistake = picture === 'tooLarge' || picture === 'notPng' ? t[picture] : null;
  const uploading = useMutation({
    mutationFn: ({ picture, ink }: { readonly picture: File; readonly ink: SealColour | '' }) =>
      door.upload(uploadSealFile, picture, ink === '' ? {} : { color: ink }),
  });
  const extracted = uploading.data?.httpUrl ?? null;
  const body: BodyOf<typeof createSealByImage> = {
    sealName: name.trim(),
    sealStyle: 3,
    categoryType: category,
    sealTemplateStyle: style,
  };
  const idempotencyKey = useActKey(`${JSON.stringify(body)} ${extracted ?? ''}`);
  const making = useMutation({
    mutationFn: () => door.call(createSealByImage, body, { idempotencyKey }),
    async onSuccess() {
      await changed();
      created(t.created(name.trim()));
    },
  });

  function choose(chosen: File | undefined) {
    if (chosen === undefined) return;
    uploading.reset();
    newest.current = chosen;
    setFile(chosen);
    const { size, type: mediaType } = chosen;
    send({ type: 'pictureChosen', size, maxSize: maxSealImageBytes, mediaType });
  }

  const code = making.error instanceof Refused ? making.error.code : null;
  const isTaken = code === 'SEAL_NAME_EXIST';
  const isExpired = code === 'SEAL_IMAGE_NOT_FOUND';
  const failure = isTaken || isExpired ? null : refusalWords(making.error, app.offlineText);
  const unread = refusalWords(uploading.error, app.offlineText)?.words ?? null;
  const problem = mistake ?? unread ?? (isExpired ? t.expired : null);
  const [width, height] = sealSizes[style];
  return (
    <SealForm
      isReady={extracted !== null && !uploading.isPending && name.trim() !== ''}
      isBusy={making.isPending}
      error={failure?.words ?? null}
      submit={() => making.mutate()}
      preview={
        <SealPreview
          picture={extracted}
          isBusy={uploading.isPending}
          width={width}
          height={height}
          corpName={door.corpName}
          name={name}
        />
      }
    >
      {ways}
      <PictureField file={file} isReading={uploading.isPending} problem={problem} choose={choose} />
      {extracted !== null && mistake === null && file !== null && (
        <BeforeAndAfter file={file} after={extracted} />
      )}
      <ColourField
        legend={t.imageColour}
        value={colour}
        options={colours}
        onChange={(ink) => send({ type: 'colourChosen', colour: ink })}
      />
      <NameAndStyle
        category={category}
        name={name}
        nameError={isTaken ? t.nameTaken : null}
        style={style}
        send={send}
      />
    </SealForm>
  );
}

interface PictureProps {
  readonly file: File | null;
  readonly isReading: boolean;
  readonly problem: string | null;
  readonly choose: (file: File | undefined) => void;
}

function PictureField({ file, isReading, problem, choose }: PictureProps) {
  const t = useTexts(sealTexts);
  const id = useId();
  return (
    <div className="mb-4">
      <label
        htmlFor={id}
        className={`relative flex min-h-16 cursor-pointer items-center gap-3 rounded-control border border-dashed px-4 py-3 text-input hover:bg-n-50 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-info ${problem === null ? 'border-n-400' : 'border-danger'}`}
      >
        <ImagePlus {...iconSize} className="shrink-0 text-n-600" />
        <span className="min-w-0">
          <span className="block font-medium">
            {isReading ? t.reading : file === null ? t.chooseImage : t.changeImage}
          </span>
          <span className="block text-small text-n-500 names">
            <bdi>{file === null ? t.imageHint : file.name}</bdi>
          </span>
        </span>
        <input
          id={id}
          type="file"
          accept="image/png"
          aria-describedby={`${id}-problem`}
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // Allows choosing the same file again after it was changed.
            event.target.value = '';
          }}
          className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
        />
      </label>
      <p id={`${id}-problem`} role="alert" className="m-0 mt-1 text-small text-danger empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/** A chequered background shows transparency. */
function BeforeAndAfter({ file, after }: { readonly file: File; readonly after: string }) {
  const t = useTexts(sealTexts);
  const [before, setBefore] = useState<string | null>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setBefore(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return (
    <div className="mb-4 grid grid-cols-2 gap-3">
      <figure className="m-0">
        <div className="flex h-36 items-center justify-center overflow-hidden rounded-control border border-n-200 bg-n-0 p-2">
          {before !== null && <img src={before} alt="" className="max-h-full max-w-full object-contain" />}
        </div>
        <figcaption className="mt-1 text-center text-small text-n-500">{t.before}</figcaption>
      </figure>
      <figure className="m-0">
        <div className="flex h-36 items-center justify-center overflow-hidden rounded-control border border-n-200 bg-[conic-gradient(var(--color-n-100)_25%,#fff_0_50%,var(--color-n-100)_0_75%,#fff_0)] bg-[length:16px_16px] p-2">
          <img src={ownPicture(after)} alt="" className="max-h-full max-w-full animate-fade object-contain" />
        </div>
        <figcaption className="mt-1 text-center text-small text-n-500">{t.after}</figcaption>
      </figure>
    </div>
  );
}
