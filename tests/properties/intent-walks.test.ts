/** Coverage of intents, compared with a model without hashes over random walks of changes, intents and acts. */

import type { MarkRecord } from '@cinnabar/server/areas/flows/flow/flow.js';
import {
  type ActTerms,
  digestOf,
  type HashedAttachment,
  type ResolvedMark,
} from '@cinnabar/server/areas/flows/sign/rules/act-terms.js';
import { type Confirmed, covers } from '@cinnabar/server/areas/flows/sign/rules/intent-cover.js';
import { expect, test } from 'vitest';
import { component, file, flow, idOf } from '../support/flow-model.js';
import { chooseSeed } from '../support/seeded-random.js';
import { RandomChoice } from './support/random-choice.js';

const seed = chooseSeed();
console.info(`intent walks: FAULT_SEED=${seed}`);

type Who = 1 | 2;
const people: readonly Who[] = [1, 2];

/** Everything that a signer can see of a contract. */
interface Seen {
  readonly title: string;
  readonly deadline: string;
  readonly value: string;
  /** Remarks by author, and seals, which change nothing for others. */
  readonly words: readonly { readonly by: Who; readonly text: string }[];
  readonly seals: readonly Who[];
  readonly attachments: readonly string[];
}

/** A mark that an act can make. */
interface Mark {
  readonly kind: 'seal' | 'remark' | 'date' | 'handwriting';
  readonly x: number;
  readonly text: string | null;
}

const plain: readonly Mark[] = [
  { kind: 'seal', x: 100, text: null },
  { kind: 'seal', x: 101, text: null },
  { kind: 'date', x: 200, text: null },
  { kind: 'date', x: 200, text: 'yyyy年MM月dd日' },
];
const wordy: readonly Mark[] = [
  { kind: 'remark', x: 300, text: '同意' },
  { kind: 'remark', x: 300, text: '不同意' },
  { kind: 'date', x: 200, text: '欠款100万元，yyyy' },
  { kind: 'handwriting', x: 100, text: 'f'.repeat(64) },
  { kind: 'handwriting', x: 100, text: 'e'.repeat(64) },
];

/** What was confirmed, with the state displayed at that time instead of a hash. */
interface Wish {
  readonly who: Who;
  readonly seen: Seen;
  readonly marks: readonly Mark[] | null;
  readonly confirmed: Confirmed;
}

const others = (seen: Seen, who: Who): readonly string[] =>
  seen.words.filter(({ by }) => by !== who).map(({ text }) => text);

function sameText(before: Seen, now: Seen, who: Who): boolean {
  return (
    before.title === now.title &&
    before.deadline === now.deadline &&
    before.value === now.value &&
    JSON.stringify(others(before, who)) === JSON.stringify(others(now, who))
  );
}

function isMeant(wish: Wish, now: Seen, who: Who, marks: readonly Mark[]): boolean {
  if (wish.who !== who || !sameText(wish.seen, now, who)) return false;
  return wish.marks === null
    ? marks.every((mark) => plain.includes(mark))
    : JSON.stringify(wish.marks) === JSON.stringify(marks);
}

function termsOf(seen: Seen, who: Who, marks: readonly Mark[] | null): ActTerms {
  const contract = flow({
    title: seen.title,
    deadline: new Date(seen.deadline),
    components: [
      component(1, 1, { value: seen.value }),
      ...seen.words.map(({ by, text }, index) =>
        component(10 + index, by, { value: text, placed: placedMark('remark') }),
      ),
      ...seen.seals.map((by, index) => component(50 + index, by, { placed: placedMark('seal') })),
    ],
  });
  const attachments = seen.attachments.map(
    (name, index): HashedAttachment => ({ attachmentId: idOf(900 + index), fileName: name, hash: name }),
  );
  return {
    flow: contract,
    participantId: idOf(100 + who),
    attachments,
    agreements: [],
    marks: marks?.map(resolved) ?? null,
  };
}

function placedMark(kind: MarkRecord['kind']): MarkRecord {
  return { kind, free: true, seal: null, picture: null, salt: null };
}

function resolved({ kind, x, text }: Mark): ResolvedMark {
  const byHand = kind === 'handwriting';
  const dateFormat = kind === 'date' ? text : null;
  return {
    sealId: kind === 'seal' ? 7 : null,
    pictureHash: kind === 'seal' ? 'd'.repeat(64) : byHand ? text : null,
    planned: {
      path: 'signComponents[0]',
      file,
      box: { page: 1, x, y: 100, width: 100, height: 40 },
      area: null,
      kind: byHand ? 'seal' : kind,
      seam: false,
      sealId: 0,
      attribute: { ...component(1, 1).attribute, dateFormat },
      value: kind === 'remark' ? text : null,
      image: byHand ? 'iVBORw0KGgo=' : null,
    },
  };
}

const beginning: Seen = {
  title: '采购合同',
  deadline: '2026-05-30T12:00:00Z',
  value: '一万元整',
  words: [],
  seals: [],
  attachments: ['合同清单'],
};

/** Changes of a contract between an intent and an act; some of them are reverted. */
function changed(seen: Seen, random: RandomChoice): Seen {
  const by = random.of(people);
  switch (random.below(6)) {
    case 0:
      return { ...seen, title: random.of(['采购合同', '采购合同（二）']) };
    case 1:
      return { ...seen, deadline: random.of(['2026-05-30T12:00:00Z', '2026-06-30T12:00:00Z']) };
    case 2:
      return { ...seen, value: random.of(['一万元整', '一百万元整']) };
    case 3:
      return { ...seen, words: [...seen.words, { by, text: random.of(['同意', '另加一条']) }] };
    case 4:
      return { ...seen, seals: [...seen.seals, by] };
    default:
      return { ...seen, attachments: [...seen.attachments, `附件${seen.attachments.length}`] };
  }
}

function wished(seen: Seen, random: RandomChoice): Wish {
  const who = random.of(people);
  const marks = random.chance(0.5) ? null : random.some([...plain, ...wordy], 0.3);
  const { digest, attachmentIds } = digestOf(termsOf(seen, who, marks));
  return {
    who,
    seen,
    marks,
    confirmed: { scope: marks === null ? 'text' : 'commands', digest, attachmentIds },
  };
}

test('in 2000 walks no act is carried out without an intent for exactly that act', () => {
  let covered = 0;
  let refused = 0;
  for (let number = 0; number < 2000; number += 1) {
    const random = new RandomChoice(seed + number);
    let seen = beginning;
    let wishes: readonly Wish[] = [];
    for (let step = 0; step < 12; step += 1) {
      if (random.chance(0.3)) seen = changed(seen, random);
      if (random.chance(0.4)) wishes = [...wishes, wished(seen, random)];
      const who = random.of(people);
      const again = wishes.length > 0 && random.chance(0.6) ? random.of(wishes).marks : null;
      const marks = again ?? random.some(random.chance(0.5) ? plain : [...plain, ...wordy], 0.3);
      const terms = termsOf(seen, who, marks);
      const found = wishes.map(({ confirmed }) => covers(confirmed, terms));
      const meant = wishes.map((wish) => isMeant(wish, seen, who, marks));
      expect(found, JSON.stringify({ seed: seed + number, step, seen, who, marks, wishes })).toEqual(meant);
      const used = found.indexOf(true);
      if (used === -1) refused += 1;
      else {
        covered += 1;
        wishes = wishes.filter((_wish, index) => index !== used);
      }
    }
  }
  // Both outcomes occur in the walks.
  expect(covered).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(500);
});
