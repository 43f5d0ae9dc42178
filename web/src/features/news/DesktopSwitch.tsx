import { useId } from 'react';
import { isPushed } from '../../lib/browser/browser-push.ts';
import {
  switchDesktopOff,
  switchDesktopOn,
  useDesktopState,
  type DesktopState,
} from '../../lib/browser/desktop-notifications.ts';
import { useStore } from '../../lib/browser/store.ts';
import { Switch } from '../../ui/fields/Switch.tsx';

/** Shows whether notifications are on, off, or blocked by the browser, and then how to allow them. */
export function DesktopSwitch({ email }: { readonly email: string }) {
  const state = useDesktopState(email);
  const isAlsoClosed = useStore(isPushed);
  const noteId = useId();
  return (
    <Switch
      on={state === 'on'}
      onChange={(on) => void (on ? switchDesktopOn(email) : switchDesktopOff(email))}
      disabled={state === 'denied' || state === 'impossible'}
      note={noteOf(state, isAlsoClosed)}
      noteId={noteId}
    >
      Desktop notifications
    </Switch>
  );
}

function noteOf(state: DesktopState, isAlsoClosed: boolean): string {
  if (state === 'on' && isAlsoClosed)
    return 'This browser tells you of alerts and improvements, also when Watchpost is closed.';
  if (state === 'on')
    return 'This browser tells you of alerts and improvements while the dashboard is open in a tab behind others.';
  if (state === 'off') return 'Be told of alerts and improvements when you are not looking at Watchpost.';
  if (state === 'denied') {
    return 'Your browser blocks them for this site. Allow notifications with the sign at the left end of the address bar, then switch them on here.';
  }
  return 'This browser has no notifications. On an iPhone or iPad they need a site that was added to the home screen.';
}
