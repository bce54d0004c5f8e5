import { Attachments } from '../../src/shared/components/attachments.js';
import { Facts } from '../../src/shared/components/facts.js';
import { PartyList } from '../../src/shared/components/party-list.js';
import { QrCode } from '../../src/shared/components/qr-code.js';
import { SandboxPanel } from '../../src/shared/components/sandbox-panel.js';
import { parties } from '../given.js';
import { longCorp, longEnglish, type Specimen } from '../specimen.js';

export const lists: readonly Specimen[] = [
  {
    name: 'PartyList',
    states: {
      'one of each': <PartyList parties={parties} />,
    },
  },
  {
    name: 'Facts',
    states: {
      framed: (
        <Facts
          facts={[
            ['企业 Enterprise', longCorp],
            ['Party', longEnglish],
            ['金额 Amount', '¥1,234,567.00'],
          ]}
        />
      ),
      bare: <Facts isFramed={false} facts={[['合同编号 Number', 'HT20261120-0017']]} />,
    },
  },
  {
    name: 'Attachments',
    states: {
      two: (
        <Attachments
          attachments={[longCorp, longEnglish].map((name) => ({
            fileName: `${name}.pdf`,
            url: `#${name.length}`,
          }))}
        />
      ),
    },
  },
  { name: 'QrCode', states: { code: <QrCode text="https://sign.example.com/l/4711" label="二维码 Code" /> } },
  {
    name: 'SandboxPanel',
    states: { open: <SandboxPanel title="沙箱 Sandbox">无需验证码 No code needed</SandboxPanel> },
  },
];
