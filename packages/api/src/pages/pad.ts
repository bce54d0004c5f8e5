/** A pad on a phone, for handwriting on the sign page of a desktop. */

/** To the page that asks for one. */
export interface OpenedPad {
  /** What the phone opens; what follows the # is the secret. */
  readonly address: string;
  /** s */
  readonly secondsLeft: number;
}

/** To the page that waits. */
export interface PadState {
  readonly state: 'waiting' | 'written' | 'over';
  /** PNG as a data URL, where it is there. */
  readonly picture: string | null;
}

/** To the phone. */
export interface PadOnPhone {
  readonly state: 'open' | 'used';
}
