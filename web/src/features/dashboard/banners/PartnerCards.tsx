import { IconExternalLink, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { partnerCards, type PartnerCard } from '@app/shared/contract/billing.ts';
import { query } from '../../../lib/http/call.ts';
import { storage } from '../../../lib/browser/storage.ts';
import { buttonClass } from '../../../ui/fields/Button.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { isPartnerCardShown } from './large-account.ts';
import './partner-cards.css';

/** Shows one offer at a time, at the end of the page. */
export const PartnerCards = memo(function PartnerCards() {
  const { data } = useQuery({ ...query(partnerCards), staleTime: Infinity });
  const now = useNow();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const card = data?.cards.find(({ id }) => !closed.includes(id) && isPartnerCardShown(storage.read(keyOf(id)), now));
  if (!card) return null;
  const handleClose = () => {
    storage.write(keyOf(card.id), String(now));
    setClosed([...closed, card.id]);
  };
  return <Card card={card} onClose={handleClose} />;
});

const keyOf = (id: string): string => `partner.${id}`;

function Card({ card, onClose }: { readonly card: PartnerCard; readonly onClose: () => void }) {
  return (
    <aside ref={passFocusOn} className="panel partner" aria-label={`From a partner: ${card.title}`}>
      <span className="meta">From a partner</span>
      <span className="grow">
        <b className="medium">{card.title}</b> <span className="dim">{card.text}</span>
      </span>
      <a className={buttonClass({ size: 'sm' })} href={card.url} target="_blank" rel="noreferrer">
        <IconExternalLink size={14} aria-hidden="true" />
        {card.label}
      </a>
      <IconButton label="Hide for a week" size="sm" onClick={onClose}>
        <IconX size={16} aria-hidden="true" />
      </IconButton>
    </aside>
  );
}
