import { AccountPanels } from './company/AccountPanels.tsx';
import { UserTable } from './company/UserTable.tsx';

/**
 * The billing page of users who are not the owner: they may not make calls about billing, and see the company and its
 * storefronts.
 */
export const MemberBilling = () => (
  <div className="billing__narrow">
    <AccountPanels />
    <UserTable />
  </div>
);
