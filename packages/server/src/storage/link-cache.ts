import type { KeyObject } from 'node:crypto';
import { type LinkTarget, signLink } from './links.js';

/** Period in which a link is reused instead of a new one being signed, ms. */
export const LINK_REUSE = 60_000;
const MAX_LINKS = 2_000;

interface Given {
  /** ms since 1970, by the service's clock. */
  readonly at: number;
  readonly token: string;
}

/**
 * Reuses recent links: two requests within a minute return the same address, so that the browser cache is used and no
 * second signature is made. A link is therefore valid for at least `life` less LINK_REUSE, and never longer than
 * `life`.
 */
export class LinkCache {
  readonly #given = new Map<string, Given>();
  readonly #key: KeyObject;
  /** ms */
  readonly #life: number;

  constructor(key: KeyObject, life: number) {
    this.#key = key;
    this.#life = life;
  }

  token(target: LinkTarget, now: Date): string {
    const name = nameOf(target);
    const time = now.getTime();
    const given = this.#given.get(name);
    if (given !== undefined && time >= given.at && time < given.at + LINK_REUSE) return given.token;
    const token = signLink(this.#key, target, new Date(time + this.#life));
    if (this.#given.size >= MAX_LINKS) this.#given.clear();
    this.#given.set(name, { at: time, token });
    return token;
  }
}

/** The last part may contain any character, the preceding ones no separator. */
function nameOf(target: LinkTarget): string {
  const { kind, corpId, hash } = target;
  if (target.kind === 'page') return `${kind} ${corpId} ${hash} ${target.page} ${target.width}`;
  return `${kind} ${corpId} ${hash} ${target.disposition} ${target.mediaType}\n${target.fileName}`;
}
