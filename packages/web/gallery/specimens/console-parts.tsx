import type { ApprovalStatus } from '@cinnabar/api/enums.js';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Refused, Unanswered } from '../../src/api/refused.js';
import { ApprovalState } from '../../src/console/shell/approval-state.js';
import { Choices } from '../../src/console/shell/choices.js';
import { Pager } from '../../src/console/shell/pager.js';
import { ScopeSwitch } from '../../src/console/shell/scope-switch.js';
import { SearchField } from '../../src/console/shell/search-field.js';
import { Empty, Failed, RowsSkeleton } from '../../src/console/shell/states.js';
import { Status } from '../../src/console/shell/status.js';
import { flowStatuses } from '../../src/console/shell/statuses.js';
import { TabBar } from '../../src/console/shell/tab-bar.js';
import { Button } from '../../src/shared/components/button.js';
import { iconSize } from '../../src/shared/components/icons.js';
import { longEnglish, nothing, type Specimen } from '../specimen.js';

const approvals: readonly ApprovalStatus[] = [1, 2, 3, 4, 5];

function Scope() {
  const [value, setValue] = useState<'own' | 'corp'>('own');
  return (
    <ScopeSwitch legend="范围 Scope" own="我的 Mine" corp="企业 All" value={value} onChange={setValue} />
  );
}

function Tabs() {
  const [value, setValue] = useState(1);
  const words = ['全部 All', '待我处理 Awaiting me', '已完成 Completed', '抄送 Copies', '草稿 Drafts'];
  const tabs = words.map((each, index) => ({ value: index, words: each, number: index === 1 ? 1284 : 0 }));
  return <TabBar label="分类 Views" tabs={tabs} value={value} onChange={setValue} />;
}

export const consoleParts: readonly Specimen[] = [
  {
    name: 'Status',
    states: {
      contracts: (
        <div className="flex flex-wrap gap-4">
          {flowStatuses.map((status) => (
            <Status key={status} status={status} />
          ))}
        </div>
      ),
      approvals: (
        <div className="flex flex-wrap gap-4">
          {approvals.map((status) => (
            <ApprovalState key={status} status={status} />
          ))}
        </div>
      ),
    },
  },
  { name: 'TabBar', states: { counted: <Tabs /> } },
  { name: 'ScopeSwitch', states: { own: <Scope /> } },
  {
    name: 'SearchField',
    states: { typed: <SearchField label="搜索 Search" value={longEnglish} change={nothing} /> },
  },
  {
    name: 'Choices',
    states: {
      closed: (
        <Choices
          label="更多 More"
          icon={<Ellipsis {...iconSize} />}
          choices={[{ id: 'delete', words: '删除 Delete', isDanger: true, run: nothing }]}
        />
      ),
    },
  },
  {
    name: 'Pager',
    states: {
      middle: <Pager page={2} size={10} total={1284} isLimited={false} onPage={nothing} onSize={nothing} />,
      limited: <Pager page={1} size={10} total={1000} isLimited onPage={nothing} />,
      single: <Pager page={1} size={10} total={3} isLimited={false} onPage={nothing} />,
    },
  },
  {
    name: 'Empty',
    states: {
      filtered: (
        <Empty text="没有符合条件的合同。 No contract matches.">
          <Button>清除筛选 Clear</Button>
        </Empty>
      ),
    },
  },
  {
    name: 'Failed',
    states: {
      internal: (
        <Failed
          error={new Refused('500', '服务异常', null, '0198f3c2-77aa', null)}
          retry={nothing}
          what="合同"
        />
      ),
      offline: <Failed error={new Unanswered()} retry={nothing} what="合同" />,
    },
  },
  { name: 'RowsSkeleton', states: { three: <RowsSkeleton rows={3} /> } },
];
