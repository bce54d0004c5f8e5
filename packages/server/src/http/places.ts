import { addressGroup } from '../outbound/address-group.js';

export interface PlacesLimits {
  /** In all. */
  readonly most: number;
  /** Per address, IPv6 per /64. */
  readonly perAddress: number;
}

/** Gives a place back, once, however often it is called. */
export type Leave = () => void;

/** Places for something that takes a while, counted in all and by address. What they are for is the caller's matter. */
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

  /** @returns what gives the place back, or whose limit was reached */
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
