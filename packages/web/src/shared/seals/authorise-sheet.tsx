import { addSealAuthor } from '@cinnabar/api/operations/seals.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../../api/refused.js';
import type { BodyOf } from '../../api/wire.js';
import { Button } from '../components/button.js';
import { CheckField } from '../components/check-field.js';
import { ChoiceField } from '../components/choice-field.js';
import { ErrorLine } from '../components/error-line.js';
import { refusalWords } from '../components/refusal-words.js';
import { Sheet } from '../components/sheet.js';
import { TextField } from '../components/text-field.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import type { Authorisation } from './authorisation.js';
import { conflicting } from './conflicting.js';
import { type Member, MemberPicker } from './member-picker.js';
import { useSealDoor } from './seal-door.js';
import { sealTexts } from './seal-texts.js';
import { type Template, TemplatePicker } from './template-picker.js';
import { useActKey } from './use-act-key.js';
import type { Seal } from './use-seals.js';

interface Props {
  readonly seal: Seal;
  readonly known: readonly Authorisation[];
  /** Chosen to begin with. */
  readonly people?: readonly Member[];
  readonly close: () => void;
  readonly added: () => Promise<void>;
}

/** Authorises members to use a seal, for which contracts and how long. Missing input is named beside the button. */
export function AuthoriseSheet({ seal, known, people = [], close, added }: Props) {
  const t = useTexts(sealTexts);
  const app = useTexts(commonTexts);
  const door = useSealDoor();
  const [members, setMembers] = useState(people);
  const [role, setRole] = useState<Authorisation['authorRole']>('SEAL_USER');
  const [range, setRange] = useState<'all' | 'some'>('all');
  const [templates, setTemplates] = useState<readonly Template[]>([]);
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const [isAuto, setAuto] = useState(false);
  const [proof, setProof] = useState('');
  const [notifies, setNotifies] = useState(true);
  const goesAlone = role === 'SEAL_USER' && isAuto;
  const templateIds = range === 'all' ? [] : templates.map(({ templateId }) => templateId);
  const body: BodyOf<typeof addSealAuthor> = {
    sealId: seal.sealId,
    authorMemberRange: 1,
    userIdList: members.map(({ userId }) => ({ userId })),
    authorRole: role,
    authorRange: range === 'all' ? 0 : 1,
    ...(range === 'all' ? {} : { templatesList: templateIds.map((templateId) => ({ templateId })) }),
    ...(start === '' ? {} : { effectiveTime: `${start} 00:00:00` }),
    ...(end === '' ? {} : { expireTime: `${end} 23:59:59` }),
    autoSign: goesAlone ? 1 : 0,
    examinerNotify: role === 'SEAL_EXAMINER' && notifies ? 1 : 0,
  };
  const idempotencyKey = useActKey(JSON.stringify(body));
  const adding = useMutation({
    mutationFn: () => door.call(addSealAuthor, body, { idempotencyKey }),
    onSuccess: added,
  });
  const twice = conflicting(known, { members, role, templateIds, start, end });
  const isBackwards = start !== '' && end !== '' && end < start;
  const wasTwice = adding.error instanceof Refused && adding.error.code === 'AUTHOR_RULE_CONFLICT';
  const names = (of: readonly Member[]) => of.map(({ userName }) => userName).join(t.comma);
  const missing =
    members.length === 0
      ? t.needPeople
      : range === 'some' && templates.length === 0
        ? t.needTemplates
        : goesAlone && range === 'all'
          ? t.needNamed
          : goesAlone && proof.trim() !== seal.sealName
            ? t.needProof
            : null;
  const obstacle = twice.length > 0 || wasTwice ? t.conflict(names(wasTwice ? members : twice)) : null;
  return (
    <Sheet
      title={t.authorise}
      isOpen
      close={close}
      wide
      isHeld={adding.isPending}
      footer={
        <>
          <ErrorLine text={obstacle ?? refusalWords(adding.error, app.offlineText)?.words ?? null} />
          <Button
            look="ink"
            wide
            isDisabled={missing !== null || twice.length > 0 || isBackwards}
            busyLabel={adding.isPending ? t.giving : null}
            onPress={() => adding.mutate()}
          >
            {t.give}
          </Button>
          {missing !== null && <p className="m-0 mt-2 text-center text-small text-n-500">{missing}</p>}
        </>
      }
    >
      <MemberPicker
        chosen={members}
        onChange={(next) => {
          adding.reset();
          setMembers(next);
        }}
      />
      <ChoiceField
        legend={t.role}
        value={role}
        options={(['SEAL_USER', 'SEAL_EXAMINER'] as const).map((each) => ({
          value: each,
          words: t[`role_${each}`],
          note: t[`roleNote_${each}`],
        }))}
        onChange={setRole}
      />
      <ChoiceField
        legend={t.range}
        value={range}
        options={[
          { value: 'all', words: t.allContracts },
          { value: 'some', words: t.someTemplates },
        ]}
        onChange={setRange}
      />
      {range === 'some' && <TemplatePicker chosen={templates} onChange={setTemplates} />}
      <div className="grid grid-cols-2 gap-x-2 sm:gap-x-4">
        <TextField label={t.start} hint={t.startHint} value={start} onChange={setStart} type="date" />
        <TextField
          label={t.end}
          hint={t.endHint}
          value={end}
          onChange={setEnd}
          type="date"
          error={isBackwards ? t.endBeforeStart : null}
        />
      </div>
      {role === 'SEAL_USER' ? (
        <CheckField label={t.autoSign} hint={t.autoSignHint} isChecked={isAuto} onChange={setAuto} />
      ) : (
        <CheckField label={t.notify} isChecked={notifies} onChange={setNotifies} />
      )}
      {goesAlone && (
        <TextField
          label={t.autoSignProve(seal.sealName)}
          value={proof}
          onChange={setProof}
          autoComplete="off"
        />
      )}
    </Sheet>
  );
}
