import { momentInFigures } from '../../shared/format/dates.js';

interface Props {
  readonly name: string;
  readonly time: string;
}

/** Who changed something, and when. */
export function By({ name, time }: Props) {
  return (
    <>
      <bdi>{name}</bdi> {momentInFigures(time)}
    </>
  );
}
