import { lazy, Suspense, useState } from 'react';
import { useWide } from '../shared/components/use-wide.js';
import HandwritingPad from '../shared/handwriting/handwriting-pad.js';

const PhonePad = lazy(() => import('./phone-pad.js'));

interface Props {
  readonly close: () => void;
  /** Whether it can be kept as a signature of the person's own. */
  readonly canKeep: boolean;
  readonly use: (picture: string, ratio: number, isKept: boolean) => void;
}

/** Handwriting for the sign page: on this screen, or from a desktop on one's phone. */
export default function Handwriting({ close, canKeep, use }: Props) {
  const isWide = useWide();
  const [isOnPhone, setOnPhone] = useState(false);
  if (isOnPhone) {
    return (
      <Suspense>
        <PhonePad
          close={close}
          back={() => setOnPhone(false)}
          use={(picture, ratio) => use(picture, ratio, false)}
        />
      </Suspense>
    );
  }
  const phone = isWide ? () => setOnPhone(true) : null;
  return <HandwritingPad close={close} canKeep={canKeep} use={use} phone={phone} />;
}
