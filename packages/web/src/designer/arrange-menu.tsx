import type { Arrangement } from '../canvas/geometry/arranging.js';
import { useTexts } from '../shared/text/language.js';
import { ActMenu } from './act-menu.js';
import { listTexts } from './list-texts.js';

const sides = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
const axes = ['x', 'y'] as const;
const sizes = ['both', 'width', 'height'] as const;
const arrangements = [
  ...sides.map((side) => [side, { kind: 'align', side }] as const),
  ...axes.map((axis) => [axis, { kind: 'distribute', axis }] as const),
  ...sizes.map((of) => [of, { kind: 'sameSize', of }] as const),
];

interface Props {
  readonly isDisabled: boolean;
  readonly arrange: (arrangement: Arrangement) => void;
}

/** Aligns, distributes and resizes what is selected. */
export default function ArrangeMenu({ isDisabled, arrange }: Props) {
  const t = useTexts(listTexts);
  return (
    <ActMenu
      label={t.arrange}
      isDisabled={isDisabled}
      items={arrangements.map(([id, arrangement]) => ({
        id,
        words: t.arrangements[id],
        run: () => arrange(arrangement),
      }))}
    />
  );
}
