import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonClass } from '../../ui/fields/Button.tsx';
import { Entry, EntryFields } from '../../ui/fields/Entry.tsx';

interface Props {
  /** The address of the program, or that of an app on the device. */
  readonly address: string;
}

/**
 * Returns to the program, without a way back to the question. The page stays when the address opens an app, or when the
 * program answers without a page.
 */
export function Return({ address }: Props) {
  useEffect(() => window.location.replace(address), [address]);
  return (
    <Entry
      title="You return to the program"
      lead="If it does not open, open it by the button. Then you can close this page."
      isAnchored
    >
      <EntryFields>
        <a href={address} className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
          Open the program
        </a>
        <Link to="/home" className={buttonClass({ variant: 'bordered', size: 'lg', block: true })}>
          Go to the dashboard
        </Link>
      </EntryFields>
    </Entry>
  );
}
