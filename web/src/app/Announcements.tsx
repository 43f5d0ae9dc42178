import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorldAnswer } from '@app/shared/contract/sentinel.ts';
import { storage } from '../lib/storage.ts';
import { worldKey } from '../lib/world-triage.ts';
import { Banner } from '../ui/Banner.tsx';
import { useNow } from '../ui/use-now.ts';
import './shell.css';

/** Specification, section 4: the account error box comes back 3 hours after it was closed. */
const errorsHiddenMs = 10_800_000;

/** One banner at a time, the worse first: seller accounts that fail, then what the operator announces. */
export function Announcements() {
  // Only reads what the dashboard polls; this never asks by itself.
  const { data: world } = useQuery<WorldAnswer>({ queryKey: worldKey, enabled: false });
  const errors = world?.accountErrors ?? [];
  const [errorsClosedAt, closeErrors] = useStored('accountErrorsClosedAt');
  const [closedAnnouncement, closeAnnouncement] = useStored('announcementClosed');
  const now = useNow();
  const announcement = world?.announcement;
  if (errors.length > 0 && now - Number(errorsClosedAt ?? 0) > errorsHiddenMs) {
    return (
      <div className="announcement">
        <Banner level="warn" onClose={() => closeErrors(String(now))}>
          {errors.map((error) => error.message).join(' ')}
        </Banner>
      </div>
    );
  }
  if (!announcement || announcement === closedAnnouncement) return null;
  return (
    <div className="announcement">
      <Banner level="info" onClose={() => closeAnnouncement(announcement)}>
        {announcement}
      </Banner>
    </div>
  );
}

function useStored(key: string): readonly [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => storage.read(key));
  const store = (next: string) => {
    storage.write(key, next);
    setValue(next);
  };
  return [value, store];
}
