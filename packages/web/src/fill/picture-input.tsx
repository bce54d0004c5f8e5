import { useMutation } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { Refused } from '../api/refused.js';
import { iconSize } from '../shared/components/icons.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import type { Control } from './controls.js';
import type { FieldActs } from './field-acts.js';
import { fillTexts } from './fill-texts.js';
import { shrinkPicture } from './shrink-picture.js';

interface Props {
  readonly id: string;
  readonly control: Control;
  readonly acts: FieldActs;
  readonly error: string | null;
  readonly keep: (element: HTMLElement | null) => void;
}

/** The server checks and stores a picture as soon as it is chosen, because drafts have no room for it. */
export function PictureInput({ id, control, acts, error, keep }: Props) {
  const t = useTexts(fillTexts);
  const app = useTexts(commonTexts);
  const [isBad, setBad] = useState(false);
  const sending = useMutation({
    mutationFn: async (file: File) => {
      const picture = await shrinkPicture(file);
      setBad(picture === null);
      if (picture !== null) await acts.keepPicture(control, picture);
    },
  });
  const refusal =
    sending.error === null
      ? null
      : sending.error instanceof Refused
        ? sending.error.message
        : app.offlineText;
  const problem = isBad ? t.pictureBad : refusal;
  const hasPicture = control.pictureUrl !== null;
  return (
    <div>
      <label
        className={`group flex min-h-16 cursor-pointer items-center gap-3 rounded-control border border-dashed p-2 text-input has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-info ${error !== null || problem !== null ? 'border-danger' : 'border-n-400'}`}
      >
        {control.pictureUrl === null ? (
          <ImagePlus {...iconSize} className="mx-2 shrink-0 text-n-600" />
        ) : (
          <img
            src={ownPicture(control.pictureUrl)}
            alt=""
            className="size-14 shrink-0 rounded-marker bg-n-50 object-contain"
          />
        )}
        <span className="font-medium">
          {sending.isPending ? t.pictureSending : hasPicture ? t.pictureChange : t.pictureChoose}
        </span>
        <input
          id={id}
          ref={keep}
          type="file"
          accept="image/png,image/jpeg"
          disabled={sending.isPending}
          aria-describedby={`${id}-note`}
          onFocus={() => acts.focus(control)}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file !== undefined) sending.mutate(file);
          }}
          className="sr-only"
        />
      </label>
      <p className="m-0 mt-1 text-caption text-n-500">{t.pictureHint}</p>
      {problem !== null && (
        <p role="alert" className="m-0 mt-1 text-small text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
