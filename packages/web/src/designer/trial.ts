/** The request of a test run: the draft as a contract of its own, with people for its parties. Pure. */
import { PartyType, SetMode } from '@cinnabar/api/enums.js';
import type { directComponentSignFlow } from '@cinnabar/api/operations/flow-start.js';
import type { BodyOf } from '../api/wire.js';
import { type Design, type Party, UNPLACED, writeDesign } from './design.js';

export interface Actor {
  readonly corpName: string;
  readonly name: string;
  readonly mobile: string;
}

export const noActor: Actor = { corpName: '', name: '', mobile: '' };

/** Who the template names itself. */
export function fixedActor({ setMode, corpName, personName, mobile }: Party): Actor | null {
  return setMode === SetMode.fixed ? { corpName, name: personName, mobile } : null;
}

/** Different people for the parties, as far as there are enough of them. */
export function castOf(parties: readonly Party[], people: readonly Actor[]): ReadonlyMap<string, Actor> {
  const left = [...people];
  const cast = new Map<string, Actor>();
  for (const party of parties) {
    const fixed = fixedActor(party);
    const used = new Set([...cast.values()].map(({ corpName }) => corpName));
    const found = party.isEnterprise
      ? (left.find(({ corpName }) => !used.has(corpName)) ?? left[0])
      : left.at(-1);
    const actor = fixed ?? found ?? noActor;
    if (fixed === null && found !== undefined) left.splice(left.indexOf(found), 1);
    cast.set(party.key, actor);
  }
  return cast;
}

export function isComplete(parties: readonly Party[], cast: ReadonlyMap<string, Actor>): boolean {
  return parties.every(({ key, isEnterprise }) => {
    const { corpName, name, mobile } = cast.get(key) ?? noActor;
    return name.trim() !== '' && /^1\d{10}$/.test(mobile) && (!isEnterprise || corpName.trim() !== '');
  });
}

export function trialBody(
  design: Design,
  cast: ReadonlyMap<string, Actor>,
  flowTitle: string,
): BodyOf<typeof directComponentSignFlow> {
  const placed = design.controls.filter(({ page }) => page !== UNPLACED);
  const { contractFileList, participantList, components } = writeDesign(
    { ...design, controls: placed.map((control) => ({ ...control, componentId: null })) },
    null,
  );
  return {
    flowTitle,
    contractFileList: contractFileList.map(({ fileName, fileUrl, totalPage, width, height }) => ({
      ...{ fileName, fileUrl, totalPage, width, height },
    })),
    participantList: participantList.map((party, index) => {
      const { corpName, name, mobile } = cast.get(design.parties[index]?.key ?? '') ?? noActor;
      const { participantFlag, participantType, participateBizType, signOrder, draftSort } = party;
      return {
        ...{ participantFlag, participantType, participateBizType, signOrder, draftSort },
        ...{ psnAccount: mobile.trim(), psnName: name.trim() },
        ...(participantType === PartyType.enterprise ? { participantCorpName: corpName.trim() } : {}),
      };
    }),
    components,
  };
}
