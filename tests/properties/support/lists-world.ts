import { type RunningApp, startApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../../support/given-enterprise.js';
import { type GivenTemplate, givenSeal, givenTemplate } from '../../support/given-flow.js';
import { codeToJoin } from '../../support/join-by-code.js';
import { type Uploaded, uploadedBy } from '../../support/template-bodies.js';
import type { BookViewer } from './flow-book.js';

/** A person acting with the token of one enterprise. */
export interface Seat {
  readonly label: string;
  readonly enterprise: Enterprise;
  readonly person: Person;
  readonly viewer: BookViewer;
}

export interface Side {
  readonly enterprise: Enterprise;
  /** Both enterprises fill, then sign in sequence. */
  readonly filled: GivenTemplate;
  /** An enterprise and a person sign in any order. */
  readonly withPerson: GivenTemplate;
  readonly upload: Uploaded;
  /** The people who may start flows of this side, and sign for it. */
  readonly signers: readonly Seat[];
}

export interface ListsWorld {
  readonly app: RunningApp;
  readonly sides: readonly [Side, Side];
  /** Everybody whose lists are checked. */
  readonly seats: readonly Seat[];
}

function seatOf(label: string, enterprise: Enterprise, person: Person, administrates = false): Seat {
  const viewer = { corpId: enterprise.corpId, userId: person.userId, administrates };
  return { label, enterprise, person, viewer };
}

/**
 * Two enterprises, each with an owner, a manager of contracts and an uninvolved colleague; and one person who signs for
 * both and for themselves.
 */
export async function listsWorld(): Promise<ListsWorld> {
  const app = await startApp();
  const buyer = await givenEnterprise(app, { contracts: 1000 });
  const seller = await givenEnterprise(app, { contracts: 1000 });
  for (const enterprise of [buyer, seller]) await givenSeal(enterprise);
  const both = await buyer.member(['SEAL_ADMIN']);
  const bothAtSeller = { ...both, client: await joined(app, seller, both) };
  const buyerSigners = [
    seatOf('the buyer’s owner', buyer, buyer.owner, true),
    seatOf('who belongs to both, for the buyer', buyer, both),
  ];
  const sellerSigners = [
    seatOf('the seller’s owner', seller, seller.owner, true),
    seatOf('who belongs to both, for the seller', seller, bothAtSeller),
  ];
  const sides: [Side, Side] = [await sideOf(buyer, buyerSigners), await sideOf(seller, sellerSigners)];
  const seats = [
    ...buyerSigners,
    ...sellerSigners,
    seatOf('an administrator of the buyer', buyer, await buyer.member(['CONTRACT_ADMIN']), true),
    seatOf('a colleague at the buyer', buyer, await buyer.member()),
    seatOf('a colleague at the seller', seller, await seller.member()),
  ];
  return { app, sides, seats };
}

/** The person as a confirmed member of another enterprise, with the right to its seals. */
async function joined(app: RunningApp, enterprise: Enterprise, person: Person): Promise<Client> {
  const { mobile, realName, signPwd, userId } = person;
  const client = enterprise.client.with({ userId: String(userId) });
  const created = await enterprise.owner.client.post('/member/create', {
    userName: realName,
    mobile,
    jobNum: 'B1',
  });
  const identNum = `1101011990${mobile.slice(3)}`;
  const verifyCode = await codeToJoin(app, enterprise.owner.client, mobile);
  const confirmed = await client.post('/member/memberAuth', { realName, identNum, signPwd, verifyCode });
  for (const { envelope } of [created, confirmed]) {
    if (envelope.code !== '200') throw new Error(JSON.stringify(envelope));
  }
  const { db } = app.app.database;
  await db
    .updateTable('members')
    .set({ roles: ['SEAL_ADMIN'] })
    .where('corp_id', '=', enterprise.corpId)
    .where('user_id', '=', userId)
    .execute();
  return client;
}

async function sideOf(enterprise: Enterprise, signers: readonly Seat[]): Promise<Side> {
  const { client } = enterprise.owner;
  return {
    enterprise,
    signers,
    filled: await givenTemplate(client),
    withPerson: await givenTemplate(client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 1, area: true },
        { flag: '乙方', type: 0, signOrder: 1, area: true },
      ],
    }),
    upload: await uploadedBy(enterprise, '合同.pdf'),
  };
}
