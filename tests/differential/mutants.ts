import type { Ingredients } from '../support/pdf/corpus-case.js';
import { attacks, quirkyWriting, soundSaves } from './later-saves.js';
import { doOneOf } from './operation.js';
import { plants } from './plants.js';
import type { Random } from './random.js';
import { withOtherToken } from './tokens.js';
import { Workpiece } from './workpiece.js';

/** A signed file, possibly with content planted before signing. */
export async function signedBase(given: Ingredients, random: Random): Promise<Workpiece> {
  const piece = new Workpiece();
  const planted = random.pick([0, 1, 1, 1, 2, 2, 3]);
  for (let count = 0; count < planted; count += 1) await doOneOf(plants, piece, given, random);
  const isTweaked = random.chance(0.15);
  piece.save(new Map(piece.bodies), (text) => {
    if (!isTweaked) return text;
    const { name, text: other } = withOtherToken(text, random);
    piece.done.push(`planted: ${name}`);
    piece.isSound = false;
    return other;
  });
  piece.noteFields();
  await piece.sign(7, given.signer);
  return piece;
}

/** A signed file, saved again in various ways. */
export async function mutantOf(base: Workpiece, given: Ingredients, random: Random): Promise<Workpiece> {
  const piece = base.copy();
  const saves = random.pick([1, 1, 1, 1, 2, 2, 3]);
  for (let count = 0; count < saves; count += 1) {
    if (random.chance(0.3)) quirk(piece, random);
    const operations = random.chance(0.5) ? soundSaves : attacks;
    const fitting = operations.some(({ fits }) => fits === undefined || fits(piece)) ? operations : attacks;
    await doOneOf(fitting, piece, given, random);
  }
  if (random.chance(0.12)) {
    const tail = piece.bytes.toString('latin1', piece.signedEnd);
    const { name, text } = withOtherToken(tail, random);
    piece.done.push(name);
    piece.isSound = false;
    piece.bytes = Buffer.concat([piece.signedRevision, Buffer.from(text, 'latin1')]);
  }
  return piece;
}

function quirk(piece: Workpiece, random: Random): void {
  const count = random.chance(0.3) ? 2 : 1;
  for (let index = 0; index < count; index += 1) {
    const chosen = random.below(quirkyWriting.length);
    const found = quirkyWriting[chosen]?.(piece, random) ?? {};
    piece.done.push(
      `written with ${JSON.stringify(found)
        .replace(/(\\u0000){9,}/g, '\\u0000…')
        .replace(/( |\\n){9,}/g, '$1…')}`,
    );
    piece.isSound = false;
    piece.quirks = { ...piece.quirks, ...found };
  }
}
