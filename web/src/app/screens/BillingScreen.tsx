import { BillingPage } from '../../features/billing/BillingPage.tsx';
import { Shell } from '../shell/Shell.tsx';

export function BillingScreen() {
  return (
    <Shell>
      <BillingPage />
    </Shell>
  );
}
