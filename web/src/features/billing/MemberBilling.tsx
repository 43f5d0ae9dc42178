import { AccountPanels } from './company/AccountPanels.tsx';
import { UserTable } from './company/UserTable.tsx';

/** Other users may not make calls about billing: they see the company and its storefronts. */
export const MemberBilling = () => (
  <div className="billing__narrow">
    <AccountPanels />
    <UserTable />
  </div>
);
