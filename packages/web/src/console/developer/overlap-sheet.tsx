import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { SelectField } from '../../shared/components/select-field.js';
import { Sheet } from '../../shared/components/sheet.js';
import { useTexts } from '../../shared/text/language.js';
import { developerTexts } from './developer-texts.js';

const HOURS = ['0', '1', '24', '72', '168'] as const;

interface Props {
  readonly title: string;
  readonly text: string;
  readonly isRunning: boolean;
  readonly error: string | null;
  readonly rotate: (overlapHours: number) => void;
  readonly close: () => void;
}

/** Asks how long the old secret stays valid, and makes a new one. */
export function OverlapSheet({ title, text, isRunning, error, rotate, close }: Props) {
  const t = useTexts(developerTexts);
  const [hours, setHours] = useState<(typeof HOURS)[number]>('24');
  return (
    <Sheet
      title={title}
      isOpen
      close={close}
      isHeld={isRunning}
      footer={
        <Button
          look="ink"
          wide
          busyLabel={isRunning ? t.working : null}
          onPress={() => rotate(Number(hours))}
        >
          {t.rotate}
        </Button>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{text}</p>
      <SelectField
        label={t.overlap}
        value={hours}
        options={HOURS.map((each) => [each, t.hours(Number(each))] as const)}
        onChange={setHours}
      />
      <ErrorLine text={error} />
    </Sheet>
  );
}
