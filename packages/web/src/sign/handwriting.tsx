import { useState } from 'react';
import { onDemand } from '../shared/components/on-demand.js';
import { useWide } from '../shared/components/use-wide.js';
import HandwritingPad from '../shared/handwriting/handwriting-pad.js';

const PhonePad = onDemand(() => import('./phone-pad.js'));

interface Props {
  readonly close: () => void;
  /** Whether the signature can be saved for later use. */
  readonly canKeep: boolean;
  readonly use: (picture: string, ratio: number, isKept: boolean) => void;
}

/** Handwriting on this screen, or from a desktop on one's phone. */
export default function Handwriting({ close, canKeep, use }: Props) {
  const isWide = useWide();
  const [isOnPhone, setOnPhone] = useState(false);
  if (isOnPhone) {
    return (
      <PhonePad
        close={close}
        back={() => setOnPhone(false)}
        use={(picture, ratio) => use(picture, ratio, false)}
      />
    );
  }
  const phone = isWide ? () => setOnPhone(true) : null;
  return <HandwritingPad close={close} canKeep={canKeep} use={use} phone={phone} />;
}
