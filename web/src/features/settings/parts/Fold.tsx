import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { upToWidth } from '../../../ui/layout/text-size.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { SettingRow } from './Section.tsx';

interface Props {
  readonly title: string;
  readonly note: string;
  /** The content that the button shows and hides: "permissions". */
  readonly name: string;
  readonly startsOpen: boolean;
  /** Called by the buttons All on and All off. */
  readonly onAll?: ((on: boolean) => void) | undefined;
  readonly children: ReactNode;
}

/** Section 4: "Manage-alert and manage-permission rows toggle open." On a phone they start closed. */
export function Fold({ title, note, name, startsOpen, onAll, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(() => startsOpen && !window.matchMedia(upToWidth(767)).matches);
  return (
    <div className="fold" data-open={isOpen || undefined}>
      <SettingRow title={title} note={note}>
        {onAll && isOpen && (
          <>
            <Button size="sm" variant="ghost" onClick={() => onAll(true)}>
              All on
            </Button>
            <Button size="sm" variant="ghost" onClick={() => onAll(false)}>
              All off
            </Button>
          </>
        )}
        <IconButton
          label={isOpen ? `Hide ${name}` : `Manage ${name}`}
          size="sm"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={16} aria-hidden="true" className="fold__chevron" />
        </IconButton>
      </SettingRow>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}
