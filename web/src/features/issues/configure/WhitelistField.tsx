import { IconX } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import type { PanelField } from '@app/shared/watchdogs/model/define.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Chip } from '../../../ui/fields/Chip.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import {
  addToWhitelist,
  parseWhitelistUrl,
  removeFromWhitelist,
  whitelistEntries,
  whitelistUrl,
  whitelistUrlProblem,
  type Whitelist,
} from './whitelist-url.ts';

interface Props {
  readonly field: PanelField;
  readonly whitelist: Whitelist;
  readonly onChange: (whitelist: Whitelist) => void;
}

export function WhitelistField({ field, whitelist, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const entry = parseWhitelistUrl(typed);
  const handleAdd = () => {
    if (!entry) return;
    onChange(addToWhitelist(whitelist, entry));
    setTyped('');
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    handleAdd();
  };
  return (
    <div className="whitelist">
      <div className="whitelist__add">
        <TextField
          label={field.label}
          hint={field.help}
          error={whitelistUrlProblem(typed)}
          size="md"
          type="url"
          placeholder="https://www.amazon.com/sp?seller=…"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
        />
        <Button disabled={!entry} onClick={handleAdd}>
          Add
        </Button>
      </div>
      <ul>
        {whitelistEntries(whitelist).map((listed) => (
          <li key={whitelistUrl(listed)} ref={passFocusOn} className="row">
            <Chip>{listed.marketplace}</Chip>
            <a href={whitelistUrl(listed)} target="_blank" rel="noreferrer" className="ellipsis">
              {listed.sellerKey}
            </a>
            <IconButton
              label={`Remove ${listed.sellerKey}`}
              size="sm"
              onClick={() => onChange(removeFromWhitelist(whitelist, listed))}
            >
              <IconX size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
