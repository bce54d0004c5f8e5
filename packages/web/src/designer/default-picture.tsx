import { ImagePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../shared/components/button.js';
import { smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import type { ControlChange } from './commands.js';
import { propertyTexts } from './property-texts.js';

interface Props {
  readonly value: string;
  readonly change: (change: ControlChange) => void;
}

const TYPES = ['image/png', 'image/jpeg'];
/** What a value may have; larger pictures are given by programs, which upload them. */
const MAX_BYTES = 512 * 1024;

/** The picture that a contract starts with. */
export default function DefaultPicture({ value, change }: Props) {
  const t = useTexts(propertyTexts);
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File) => {
    if (!TYPES.includes(file.type)) return setProblem(t.pictureType);
    if (file.size > MAX_BYTES) return setProblem(t.pictureLarge);
    const picture = await dataUrlOf(file);
    setProblem(picture === null ? t.pictureType : null);
    if (picture !== null) change({ value: picture });
  };
  return (
    <div className="mb-4">
      <p className="mt-0 mb-1 text-small text-n-600">{t.picture}</p>
      <label className="flex min-h-12 cursor-pointer items-center gap-2 rounded-control border border-dashed border-n-400 p-2 text-small has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-info">
        {value.startsWith('data:') ? (
          <img src={value} alt="" className="size-14 shrink-0 rounded-marker bg-n-50 object-contain" />
        ) : (
          <ImagePlus {...smallIcon} className="mx-1 shrink-0 text-n-600" />
        )}
        <span className="font-medium">{value === '' ? t.pictureChoose : t.pictureChange}</span>
        <input
          type="file"
          accept={TYPES.join()}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void choose(file);
            target.value = '';
          }}
          className="sr-only"
        />
      </label>
      <p
        id={`${id}-hint`}
        role={problem === null ? undefined : 'alert'}
        className={`m-0 mt-1 text-small ${problem === null ? 'text-n-500' : 'text-danger'}`}
      >
        {problem ?? t.pictureHint}
      </p>
      {value !== '' && (
        <Button small look="link" onPress={() => change({ value: '' })}>
          {t.pictureRemove}
        </Button>
      )}
    </div>
  );
}

/** null if the browser cannot show it. */
async function dataUrlOf(file: File): Promise<string | null> {
  const address = await new Promise<string | null>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(file);
  });
  if (address === null) return null;
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => address,
    () => null,
  );
}
