import type { NewControl } from '../canvas-types.js';
import { partyLook } from '../party-look.js';

/** A copy of a control's face, which fills the ghost. */
export function copyOfFace(element: HTMLElement | undefined): Element | null {
  const face = element?.querySelector('button > span');
  if (face === null || face === undefined) return null;
  const copy = face.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return null;
  copy.style.inset = '0';
  copy.style.width = '100%';
  copy.style.height = '100%';
  return copy;
}

/** The face of a control that is not on a page yet. */
export function faceOfNew({ party, name, height, width }: NewControl, icon: Element | null): Element {
  const { edge, dash, tint, words } = partyLook(party);
  const face = document.createElement('span');
  const isTall = height >= 44 && width >= 44;
  face.className = `absolute inset-0 flex items-center overflow-hidden rounded-marker border-[1.5px] bg-n-0/85 ${edge} ${dash} ${tint} ${words} ${isTall ? 'flex-col justify-center text-center' : 'gap-1 px-1'}`;
  const label = document.createElement('bdi');
  label.className = 'truncate text-caption font-medium';
  label.textContent = name;
  if (icon !== null) face.append(icon.cloneNode(true));
  face.append(label);
  return face;
}
