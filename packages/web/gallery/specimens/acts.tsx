import { Download, Stamp } from 'lucide-react';
import { Button, IconButton } from '../../src/shared/components/button.js';
import { iconSize } from '../../src/shared/components/icons.js';
import { Resend } from '../../src/shared/components/resend.js';
import { nothing, type Specimen } from '../specimen.js';

const looks = ['binding', 'ink', 'plain', 'danger', 'dangerous', 'quiet', 'link'] as const;

const buttons = Object.fromEntries(
  looks.map((look) => [
    look,
    <div key={look} className="flex flex-wrap gap-2">
      <Button look={look}>签署 Sign</Button>
      <Button look={look} small>
        <Download {...iconSize} />
        下载 Download
      </Button>
      <Button look={look} isDisabled>
        停用 Off
      </Button>
      <Button look={look} busyLabel="正在签署… Signing…">
        签署
      </Button>
    </div>,
  ]),
);

export const acts: readonly Specimen[] = [
  { name: 'Button', states: { ...buttons, wide: <Button wide>确认签署 Confirm and sign</Button> } },
  {
    name: 'IconButton',
    states: {
      usable: (
        <IconButton label="盖章">
          <Stamp {...iconSize} />
        </IconButton>
      ),
      disabled: (
        <IconButton label="盖章" isDisabled>
          <Stamp {...iconSize} />
        </IconButton>
      ),
    },
  },
  {
    name: 'Resend',
    states: {
      first: <Resend left={0} wasSent={false} isSending={false} send={nothing} />,
      again: <Resend left={0} wasSent isSending={false} send={nothing} />,
      counting: <Resend left={58} wasSent isSending={false} send={nothing} />,
      sending: <Resend left={0} wasSent isSending send={nothing} />,
    },
  },
];
