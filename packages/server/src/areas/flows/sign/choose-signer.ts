import type { ParticipantId, SignCommand } from '@cinnabar/api/schemas/flow.js';
import { invalidField } from '../../../operation/refusal.js';
import { type Participant, SignStatus } from '../flow/flow.js';

interface Named {
  readonly participantId?: ParticipantId;
  readonly signComponents: readonly SignCommand[];
}

/**
 * Determines the one participant for whom an act signs: the one named by the commands, otherwise the one named by the
 * request, otherwise the acting member's only participant that has not signed yet.
 * @throws Refusal 400 naming the field
 */
export function chooseSigner(own: readonly Participant[], named: Named): Participant {
  const chosen = firstNamed(named) ?? onlyOne(own);
  const signer = own.find((participant) => participant.participantId === chosen.participantId);
  if (signer === undefined) {
    throw invalidField(chosen.path, {
      zh: '不是您代表的参与方',
      en: 'is not a participant that you act for',
    });
  }
  for (const [index, command] of named.signComponents.entries()) {
    if (command.participantId !== undefined && command.participantId !== signer.participantId) {
      throw invalidField(`signComponents[${index}].participantId`, {
        zh: '一次只能为一个参与方签署',
        en: 'an act signs for one participant only',
      });
    }
  }
  return signer;
}

interface Choice {
  readonly participantId: ParticipantId;
  readonly path: string;
}

function firstNamed({ participantId, signComponents }: Named): Choice | null {
  const index = signComponents.findIndex((command) => command.participantId !== undefined);
  const inCommand = signComponents[index]?.participantId;
  if (inCommand !== undefined)
    return { participantId: inCommand, path: `signComponents[${index}].participantId` };
  return participantId === undefined ? null : { participantId, path: 'participantId' };
}

function onlyOne(own: readonly Participant[]): Choice {
  const open = own.filter((participant) => participant.signs && participant.signStatus !== SignStatus.signed);
  const [first, second] = open.length > 0 ? open : own;
  if (first === undefined || second !== undefined) {
    throw invalidField('signComponents[0].participantId', { zh: '必填', en: 'is required' });
  }
  return { participantId: first.participantId, path: 'participantId' };
}
