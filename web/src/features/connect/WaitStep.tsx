import { Link } from '@tanstack/react-router';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { SetupProgress } from './SetupProgress.tsx';
import type { Setup } from './use-setup.ts';

export const Progress = ({ setup }: { readonly setup: WaitSetup }) => (
  <SetupProgress accounts={setup.accounts ?? []} identity={setup.identity} identityAt={setup.identityAt} />
);

type WaitSetup = Pick<Setup, 'accounts' | 'identity' | 'identityAt' | 'dispatch'>;

/** Step 2: the wait until the account is set up. Section 6: only the owner adds seller accounts. */
export function WaitStep({ setup }: { readonly setup: WaitSetup }) {
  // The owner sees the card step then.
  const isUnpaid = setup.identity?.paymentStatus === paymentStatus.missing;
  return (
    <>
      <h1>{isUnpaid ? 'Your products are not watched' : 'Your account is being set up'}</h1>
      <p className="lead">
        {isUnpaid
          ? 'They are watched again as soon as the owner of the account has added a payment method.'
          : 'Watchpost is looking for your products. When they are found your dashboard opens by itself and fills as each of them is checked for the first time.'}
      </p>
      <div className="connect__progress">
        <Progress setup={setup} />
      </div>
      <div className="connect__actions">
        {setup.identity?.isOwner && (
          <Button size="lg" onClick={() => setup.dispatch({ type: 'addOpened' })}>
            Add another seller account
          </Button>
        )}
        <Link to="/home">Go to the dashboard now</Link>
      </div>
    </>
  );
}
