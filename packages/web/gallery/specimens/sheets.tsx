import { type ReactNode, useState } from 'react';
import { Button } from '../../src/shared/components/button.js';
import { ReasonSheet } from '../../src/shared/components/reason-sheet.js';
import { Sheet } from '../../src/shared/components/sheet.js';
import { longCorp, longEnglish, nothing, type Specimen } from '../specimen.js';

/** Sheets are seen one at a time: each opens at the press of a button. */
function Opens({
  name,
  children,
}: {
  readonly name: string;
  readonly children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{name}</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

function question(close: () => void, isHeld: boolean) {
  const act = (
    <Button look="binding" wide busyLabel={isHeld ? '正在盖章…' : null} onPress={isHeld ? nothing : close}>
      同意用印 Approve
    </Button>
  );
  return (
    <Sheet title="同意用印 Approve" isOpen close={close} isHeld={isHeld} footer={act}>
      <p className="m-0 text-body names">{`以 ${longCorp} 名义审批。 For ${longEnglish}.`}</p>
    </Sheet>
  );
}

export const sheets: readonly Specimen[] = [
  {
    name: 'Sheet',
    states: {
      open: <Opens name="Open sheet">{(close) => question(close, false)}</Opens>,
      busy: <Opens name="Open busy sheet">{(close) => question(close, true)}</Opens>,
    },
  },
  {
    name: 'ReasonSheet',
    states: {
      open: (
        <Opens name="Open reason sheet">
          {(close) => (
            <ReasonSheet
              title="拒签 Refuse"
              consequence="拒签后合同将终止，所有参与方会收到通知。"
              reasons={['价格条款需修改', '签署人有误', 'Wrong signer']}
              act="确认拒签 Refuse"
              close={close}
              run={async () => close()}
            />
          )}
        </Opens>
      ),
    },
  },
];
