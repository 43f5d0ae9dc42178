import { isSameEmail } from '@app/shared/domain/inputs/email-address.ts';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { upToWidth } from '../../../ui/layout/text-size.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import type { AddressDraft } from '../form/form-model.ts';
import { Section } from '../parts/Section.tsx';
import type { PanelProps } from '../form/use-settings-form.ts';
import { AddEmailModal } from './AddEmailModal.tsx';
import { countText } from './email-words.ts';
import { EmailDetail } from './EmailDetail.tsx';
import { EmailList } from './EmailList.tsx';
import './emails.css';

/** The list of addresses, and the settings of the chosen one. */
export function EmailPanel({ settings, form }: PanelProps) {
  const { addresses } = form.draft;
  const [isAdding, setAdding] = useState(false);
  const [chosen, choose] = useState<Pick<AddressDraft, 'emailAddressId' | 'email'> | null>(null);
  const detail = useRef<HTMLDivElement>(null);
  const shown = shownOf(addresses, chosen) ?? ownOf(addresses, settings.email);
  // Saving a new address changes its id, and editing an address its e-mail. The latest of both are kept, by one of which
  // the address is found again.
  if (shown && (shown.emailAddressId !== chosen?.emailAddressId || shown.email !== chosen.email)) choose(shown);
  const add = settings.isOwner && (
    <Button size="sm" icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      Add e-mail
    </Button>
  );
  return (
    <Section id="emails" title="Manage Email Channel Alerts" note={countText(addresses)} actions={add}>
      <div className="emails">
        <EmailList
          form={form}
          shown={shown}
          onChoose={(address) => {
            choose(address);
            showDetail(detail.current);
          }}
        />
        <div className="emails__detail" ref={detail}>
          {shown && <EmailDetail settings={settings} form={form} address={shown} />}
        </div>
      </div>
      {isAdding && <AddEmailModal form={form} onAdded={choose} onClose={() => setAdding(false)} />}
    </Section>
  );
}

/** Scrolls the detail into view: in narrow windows it is below the list of addresses, which may be long. */
function showDetail(detail: HTMLElement | null): void {
  if (window.matchMedia(upToWidth(1023)).matches) detail?.scrollIntoView({ block: 'start' });
}

/**
 * Finds the chosen address by its id, or by its e-mail if the id has changed, as it does when a new address is saved.
 */
const shownOf = (addresses: readonly AddressDraft[], chosen: Pick<AddressDraft, 'emailAddressId' | 'email'> | null) =>
  addresses.find(({ emailAddressId }) => emailAddressId === chosen?.emailAddressId) ??
  addresses.find(({ email }) => chosen !== null && isSameEmail(email, chosen.email));

const ownOf = (addresses: readonly AddressDraft[], own: string) =>
  addresses.find(({ email }) => isSameEmail(email, own)) ?? addresses[0];
