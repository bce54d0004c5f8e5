import type { OpenPage } from '@cinnabar/api/pages/addresses.js';
import { lazy, memo } from 'react';

const HomeScreen = lazy(() => import('../home/home-screen.js'));
const ContractsScreen = lazy(() => import('../contracts/contracts-screen.js'));
const ContractScreen = lazy(() => import('../contract/contract-screen.js'));
const NewContractScreen = lazy(() => import('../new-contract/new-contract-screen.js'));
const BatchScreen = lazy(() => import('../batch/batch-screen.js'));
const BatchInfoScreen = lazy(() => import('../batch/batch-info-screen.js'));
const ApprovalsScreen = lazy(() => import('../approvals/approvals-screen.js'));
const TemplatesScreen = lazy(() => import('../templates/templates-screen.js'));
const TemplateScreen = lazy(() => import('../templates/template-screen.js'));
const DesignScreen = lazy(() => import('../templates/design-screen.js'));
const SealsScreen = lazy(() => import('../seals/seals-screen.js'));
const SealPages = lazy(() => import('../seals/seal-pages.js'));
const MembersScreen = lazy(() => import('../members/members-screen.js'));
const MemberScreen = lazy(() => import('../members/member-screen.js'));
const LeaveScreen = lazy(() => import('../members/leave-screen.js'));
const FeesScreen = lazy(() => import('../fees/fees-screen.js'));
const EvidenceScreen = lazy(() => import('../evidence/evidence-screen.js'));
const DeveloperScreen = lazy(() => import('../developer/developer-screen.js'));
const SettingsScreen = lazy(() => import('../settings/settings-screen.js'));
const AuditScreen = lazy(() => import('../audit/audit-screen.js'));
const MeScreen = lazy(() => import('../me/me-screen.js'));

/** The screen of a page; each is a separate chunk. */
export const Screen = memo(function Screen({ page }: { readonly page: OpenPage }) {
  switch (page.name) {
    case 'consoleContracts':
      return <ContractsScreen />;
    case 'consoleContract':
      return <ContractScreen key={page.parameters.flowId} flowId={page.parameters.flowId} />;
    case 'consoleNewContract':
      return <NewContractScreen />;
    case 'consoleBatch':
      return <BatchScreen />;
    case 'consoleBatchInfo':
      return <BatchInfoScreen key={page.parameters.batchId} batchId={page.parameters.batchId} />;
    case 'consoleApprovals':
      return <ApprovalsScreen />;
    case 'consoleTemplates':
      return <TemplatesScreen />;
    case 'consoleTemplate':
      return <TemplateScreen key={page.parameters.templateId} templateId={page.parameters.templateId} />;
    case 'consoleDesigner':
    case 'consoleTemplateDraft':
      // Whoever may design has the window to themselves; all others are told why not.
      return <DesignScreen source={{}} />;
    case 'consoleSeals':
    case 'consoleSealMatrix':
      return <SealsScreen />;
    case 'consoleSeal':
      return <SealPages key={page.parameters.sealId} sealId={page.parameters.sealId} />;
    case 'consoleNewSeal':
      return <SealPages sealId={null} />;
    case 'consoleMembers':
      return <MembersScreen />;
    case 'consoleMember':
      return <MemberScreen key={page.parameters.userId} userId={page.parameters.userId} />;
    case 'consoleMemberLeave':
      return <LeaveScreen key={page.parameters.userId} userId={page.parameters.userId} />;
    case 'consoleFees':
      return <FeesScreen />;
    case 'consoleEvidence':
      return <EvidenceScreen />;
    case 'consoleDeveloper':
      return <DeveloperScreen />;
    case 'consoleSettings':
      return <SettingsScreen />;
    case 'consoleAudit':
      return <AuditScreen />;
    case 'consoleMe':
      return <MeScreen />;
    default:
      return <HomeScreen />;
  }
});
