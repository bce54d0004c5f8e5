import { addressGroup } from '../outbound/address-group.js';

export interface PlacesLimits {
  /** In total. */
  readonly most: number;
  /** Per address, IPv6 per /64. */
  readonly perAddress: number;
}

/** Frees a place, once, however often it is called. */
export type Leave = () => void;

/** Limits concurrency, in total and by address, for a purpose that the caller defines. */
export class Places {
  readonly #limits: PlacesLimits;
  readonly #byGroup = new Map<string, number>();
  #taken = 0;

  constructor(limits: PlacesLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  /** @returns the function that frees the place, or the limit that was reached */
  enter(address: string): Leave | 'all' | 'address' {
    const group = addressGroup(address);
    const own = this.#byGroup.get(group) ?? 0;
    if (own >= this.#limits.perAddress) return 'address';
    if (this.#taken >= this.#limits.most) return 'all';
    this.#byGroup.set(group, own + 1);
    this.#taken += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#taken -= 1;
      const remaining = (this.#byGroup.get(group) ?? 1) - 1;
      if (remaining === 0) this.#byGroup.delete(group);
      else this.#byGroup.set(group, remaining);
    };
  }
}
