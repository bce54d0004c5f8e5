/**
 * Labels at which a contract is signed, as in `甲方（盖章）：`. The words alone would also be found in sentences, such as
 * “签字盖章后生效”. Compared after NFKC, so that full and half width are equal.
 */
export const signatureLabels = [
  '(盖章)',
  '(签章)',
  '(签字)',
  '(公章)',
  '(章)',
  '盖章)',
  '签字)',
  '盖章:',
  '签章:',
  '签字:',
  '签名:',
  '签署:',
  'Signature:',
  'Signed by:',
  '(Seal)',
] as const;

/** Top left corner of a text, px on the page as displayed. */
interface TextPlace {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

interface Found {
  readonly labels: readonly TextPlace[];
  /** Where the signer is named, as `甲方`, and where the other parties are. */
  readonly own: readonly TextPlace[];
  readonly others: readonly TextPlace[];
}

/** A label and the name before it are on one line, px. */
const SAME_LINE = 14;
/** Labels that overlap are the same one, px. */
const SAME_PLACE = 60;
/** From the corner of a label to the centre of what is placed, px. */
const TO_CENTRE = { x: 90, y: 10 } as const;
const MAX_PLACES = 10;

/**
 * Centres of suggested places, in reading order: at the labels behind the signer's own name, or else at those that stand
 * behind nobody else's.
 */
export function suggestedPlaces({ labels, own, others }: Found): readonly TextPlace[] {
  const distinct = labels
    .toSorted((one, other) => one.page - other.page || one.y - other.y || one.x - other.x)
    .filter((label, index, all) => !all.slice(0, index).some((earlier) => isSamePlace(earlier, label)));
  const mine = distinct.filter((label) => isNamedBefore(label, own, others));
  const chosen = mine.length > 0 ? mine : distinct.filter((label) => !isNamedBefore(label, others, own));
  return chosen
    .slice(0, MAX_PLACES)
    .map(({ page, x, y }) => ({ page, x: x + TO_CENTRE.x, y: y + TO_CENTRE.y }));
}

function isSamePlace(one: TextPlace, other: TextPlace): boolean {
  return isOnLine(one, other) && Math.abs(one.x - other.x) < SAME_PLACE;
}

function isOnLine(one: TextPlace, other: TextPlace): boolean {
  return one.page === other.page && Math.abs(one.y - other.y) < SAME_LINE;
}

/** Of all names before a label on its line, the nearest counts: two parties often sign side by side. */
function isNamedBefore(label: TextPlace, names: readonly TextPlace[], rivals: readonly TextPlace[]): boolean {
  const nearest = (places: readonly TextPlace[]) =>
    Math.max(
      Number.NEGATIVE_INFINITY,
      ...places.filter((place) => isOnLine(place, label) && place.x <= label.x).map(({ x }) => x),
    );
  return nearest(names) > nearest(rivals);
}
